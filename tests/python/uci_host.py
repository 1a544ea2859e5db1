#!/usr/bin/env python3
"""Opens the engine with python-chess, a UCI host that was not written for it.

    uci_host.py PATH_OF_CROWNHEAD

Needs the package `chess`. python-chess wants a board object that can name its variant, write its
FEN and push moves; it never asks whether a move is legal, so a few lines stand in for a draughts
board. Prints `N passed, N failed`; the exit code is 1 if one failed.
"""

import copy
import logging
import re
import sys
import time

import chess
import chess.engine
from chess.engine import Limit, SimpleEngine

# python-chess takes only chess moves out of a pv; draughts moves have the same right.
chess.engine.UCI_REGEX = re.compile(r"[0-9a-l]+([-x:][0-9a-l]+)+\Z")


class Move(str):
    """A move as text."""

    def uci(self):
        return self


class Board:
    """A position by its FEN and the moves since."""

    uci_variant = "international"
    chess960 = False
    start = "W:W31-50:B1-20"

    def __init__(self, fen=None):
        self._fen = fen or self.start
        self.move_stack = []

    def root(self):
        return type(self)(self._fen)

    def fen(self, **_):
        return self._fen

    @property
    def turn(self):
        white_first = self._fen.startswith("W")
        return white_first == (len(self.move_stack) % 2 == 0)

    def copy(self, *, stack=True):
        other = copy.copy(self)
        # Without its moves the board would be the wrong position, so they stay.
        other.move_stack = list(self.move_stack)
        return other

    def parse_uci(self, text):
        if not chess.engine.UCI_REGEX.match(text):
            raise ValueError(f"no draughts move: {text!r}")
        return Move(text)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def __eq__(self, other):
        return (self._fen, self.move_stack) == (other._fen, other.move_stack)


class Russian(Board):
    uci_variant = "russian"
    start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"


class Antidraughts(Board):
    uci_variant = "antidraughts"


def handshake(engine):
    assert engine.id["name"].startswith("Crownhead"), engine.id
    names = set(engine.options)
    wanted = {"Hash", "Clear Hash", "Threads", "Ponder", "MultiPV", "Move Overhead"}
    assert wanted | {"UCI_Variant", "UCI_ShowWDL"} <= names, names
    hash_size = engine.options["Hash"]
    assert (hash_size.type, hash_size.default, hash_size.min) == ("spin", 16, 1), hash_size
    assert "russian" in engine.options["UCI_Variant"].var
    engine.ping()


def options(engine):
    engine.configure({"Hash": 8, "Move Overhead": 20, "Clear Hash": None})
    engine.ping()
    try:
        engine.configure({"Hash": 0})
    except chess.engine.EngineError:
        pass
    else:
        raise AssertionError("python-chess let a hash of 0 through")


def search_to_a_depth(engine):
    board = Board()
    played = engine.play(board, Limit(depth=5), game="depth", info=chess.engine.INFO_ALL)
    assert played.move is not None
    assert played.info["depth"] >= 1 and played.info["nodes"] > 0, played.info
    assert played.info["pv"][0] == played.move, played.info
    assert "score" in played.info


def search_by_every_limit(engine):
    for limit in [
        Limit(time=0.05),
        Limit(nodes=2000),
        Limit(depth=3),
        Limit(white_clock=1.0, black_clock=1.0, white_inc=0.01, black_inc=0.01),
        Limit(white_clock=2.0, black_clock=2.0, remaining_moves=10),
    ]:
        assert engine.play(Board(), limit).move, limit


def a_few_moves_of_a_game(engine):
    for board in [Board(), Russian(), Antidraughts()]:
        for _ in range(12):
            played = engine.play(board, Limit(time=0.02), game=board.uci_variant)
            assert played.move, board.move_stack
            board.push(played.move)
        assert len(board.move_stack) == 12


def analysis_of_three_lines(engine):
    lines = engine.analyse(Board(), Limit(depth=4), multipv=3, game="lines")
    firsts = [line["pv"][0] for line in lines]
    assert len(set(firsts)) == 3, firsts


def analysis_until_stopped(engine):
    with engine.analysis(Russian(), game="endless") as analysis:
        seen = 0
        for info in analysis:
            seen += "pv" in info
            if seen >= 3:
                break
        time.sleep(0.05)
        analysis.stop()
        best = analysis.wait()
    assert best.move, best
    engine.ping()


def analysis_of_root_moves(engine):
    only = [Move("32-28"), Move("34-30")]
    result = engine.analyse(Board(), Limit(depth=3), root_moves=only, game="root")
    assert result["pv"][0] in only, result


def chances(engine):
    engine.configure({"UCI_ShowWDL": True})
    wdl = engine.analyse(Board(), Limit(depth=3), game="chances")["wdl"].relative
    assert sum(wdl) == 1000, wdl


def pondering(engine):
    """Ponders on the reply expected; the reply comes, so python-chess sends ponderhit."""
    board = Board()
    hits = 0
    for _ in range(6):
        played = engine.play(board, Limit(time=0.03), game="ponder", ponder=True)
        assert played.move
        board.push(played.move)
        if played.ponder is None:
            break
        time.sleep(0.02)
        board.push(played.ponder)
        hits += 1
    # Another reply than expected: the pondering is stopped.
    engine.play(Board(), Limit(time=0.03), game="ponder", ponder=True)
    engine.ping()
    return f"{hits} replies pondered on"


def finished_position(engine):
    played = engine.play(Board("W:W:B9"), Limit(depth=3), game="finished")
    assert played.move is None


def last_words(engine):
    engine.quit()


CASES = [
    handshake,
    options,
    search_to_a_depth,
    search_by_every_limit,
    a_few_moves_of_a_game,
    analysis_of_three_lines,
    analysis_until_stopped,
    analysis_of_root_moves,
    chances,
    pondering,
    finished_position,
    last_words,
]


class Complaints(logging.Handler):
    """What python-chess finds odd about the engine's lines."""

    # It knows only centipawns and mates; wins and losses in plies are ours, see protocol.md.
    KNOWN = "Unknown score kind"

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        line = record.getMessage()
        if not line.startswith(self.KNOWN):
            self.lines.append(line)


def run(path):
    failed = 0
    complaints = Complaints()
    logger = logging.getLogger("chess.engine")
    logger.addHandler(complaints)
    logger.propagate = False
    for case in CASES:
        name = case.__name__.replace("_", " ")
        complaints.lines.clear()
        try:
            # One engine a case: a failure must not spoil the next one.
            engine = SimpleEngine.popen_uci(path, timeout=20)
            try:
                remark = case(engine)
            finally:
                engine.close()
            assert not complaints.lines, complaints.lines
            print(f"ok    {name}" + (f" ({remark})" if remark else ""))
        except Exception as error:  # whatever python-chess raises is a failure
            failed += 1
            print(f"FAIL  {name}: {type(error).__name__}: {error}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} PATH_OF_CROWNHEAD")
    sys.exit(run(sys.argv[1]))
