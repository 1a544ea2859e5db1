#!/usr/bin/env python3
"""Plays the engine with pydraughts, a Hub host that was not written for it.

    hub_host.py PATH_OF_CROWNHEAD

Needs the package `pydraughts`, which installs a module named `draughts`; so does `py-draughts`, so
each wants a virtual environment of its own. Prints `N passed, N failed`; the exit code is 1 if one
failed.
"""

import logging
import os
import sys
import tempfile
import threading
import time
import warnings

from draughts import Board, Move
from draughts.PDN import PDNReader
from draughts.engine import HubEngine, Limit
from draughts.tournament import RoundRobin

# Longer than any case here takes: a hang must end as a failure.
PATIENCE = 120

# Where pydraughts counts squares from; no two games of the same board need agree.
NUMBERING = {
    "standard": "top-left",
    "frisian": "top-left",
    "frysk!": "top-left",
    "antidraughts": "top-left",
    "breakthrough": "top-left",
    "english": "bottom-right",
    "italian": "top-left",
    "russian": "bottom-left",
    "brazilian": "bottom-left",
    "turkish": "bottom-left",
}


def legal(board, move):
    return move.hub_move in [other.hub_move for other in board.legal_moves()]


def handshake(engine):
    assert engine.id["name"] == "Crownhead", engine.id
    assert {"hash", "threads", "variant", "numbering"} <= engine.options, engine.options
    assert {"normal", "killer", "bt", "frisian", "losing", "russian"} <= engine.variants
    engine.ping()


def parameters(engine):
    engine.configure({"hash": 4, "threads": 2, "variant": "normal", "book": False, "bb-size": 5})
    engine.init()
    engine.ping()


def every_limit(engine):
    engine.init()
    for limit in [
        Limit(time=1),
        Limit(time=2, inc=0.1),
        Limit(time=0.05),
        Limit(depth=4),
        Limit(depth=1),
        Limit(nodes=3000),
        Limit(movetime=0.05),
    ]:
        board = Board("standard")
        result = engine.play(board, limit, False)
        assert legal(board, result.move), vars(limit)
        assert engine.info["depth"] >= 1 and engine.info["nodes"] > 0, engine.info
        assert "score" in engine.info and "pv" in engine.info, engine.info


def negative_clocks(engine):
    """The host takes the increment from the clock before it sends it."""
    engine.init()
    for limit in [Limit(time=0, inc=1.9), Limit(time=0.904, inc=1.9), Limit(time=-0.5, inc=0.1)]:
        board = Board("standard")
        before = time.monotonic()
        assert legal(board, engine.play(board, limit, False).move), vars(limit)
        there = max(limit.time, 0.05)
        # What is on the clock and a second for a busy machine.
        assert time.monotonic() - before < there + 1, vars(limit)


def ponder(engine, hit):
    engine.init()
    board = Board("standard")
    results = []
    for _ in range(5):
        played = engine.play(board, Limit(time=1, inc=0.05), False)
        board.push(played.move)
        if played.ponder is None:
            break
        board.push(played.ponder)
        work = lambda: results.append(engine.play(board, Limit(time=1, inc=0.05), True))
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        time.sleep(0.05)
        if hit:
            engine.ponderhit()
        else:
            engine.stop()
        thread.join(20)
        assert not thread.is_alive(), "no answer after pondering"
        assert legal(board, results[-1].move)
        board.push(results[-1].move)
        # The other side's reply, so that the next round begins with the engine's turn.
        board.push(board.legal_moves()[0])
    engine.ping()
    return f"{len(results)} times"


def ponder_hit(engine):
    return ponder(engine, True)


def ponder_miss(engine):
    return ponder(engine, False)


def analysis_stopped(engine):
    engine.init()
    board = Board("standard")
    results = []
    work = lambda: results.append(engine.play(board, Limit(movetime=60), False))
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    time.sleep(0.2)
    engine.stop()
    thread.join(20)
    assert legal(board, results[0].move)
    engine.stop()
    engine.ping()


def play_variants(engine):
    """Some moves of each variant that the host knows under a name of the engine's."""
    plies = 0
    for name, numbering in NUMBERING.items():
        engine.setoption("variant", name)
        engine.setoption("numbering", numbering)
        engine.init()
        board = Board(name)
        for _ in range(30):
            if board.is_over():
                break
            result = engine.play(board, Limit(nodes=500), False)
            assert legal(board, result.move), (name, board.fen, result.move.hub_move)
            board.push(result.move)
            plies += 1
    return f"{plies} plies"


def tournament(engine):
    """Two engines play games; the record is read back and every move is there."""
    engine.quit()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pdn")
        players = [([PATH, "hub"], "hub", {"hash": 1}, None), ([PATH, "hub", "--hash=1"], "hub", {}, None)]
        rounds = RoundRobin(path, players, 0.4, 0.01, games_per_pair=2, max_moves=120)
        scores = rounds.play()
        assert sum(scores) == 4, scores
        games = PDNReader(filename=path).games
        assert len(games) == 2, games
        for game in games:
            board = Board("standard")
            for move in game.moves:
                board.push(Move(board, pdn_move=move))
            assert len(board.move_stack) == int(game.tags["PlyCount"]) > 20, game.tags
    return f"scores {scores}"


CASES = [
    handshake,
    parameters,
    every_limit,
    negative_clocks,
    ponder_hit,
    ponder_miss,
    analysis_stopped,
    play_variants,
    tournament,
]


class Complaints(logging.Handler):
    """What pydraughts finds odd about the engine's lines."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def run_case(case):
    """Runs a case with an engine of its own in a thread that may be given up."""
    outcome = []

    def work():
        try:
            engine = HubEngine([PATH, "hub"])
            try:
                outcome.append((True, case(engine)))
            finally:
                engine.kill_process()
        except Exception as error:  # whatever pydraughts raises is a failure
            outcome.append((False, f"{type(error).__name__}: {error}"))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return outcome[0] if outcome else (False, f"no end within {PATIENCE} s")


def run():
    failed = 0
    complaints = Complaints()
    logger = logging.getLogger("pydraughts")
    logger.addHandler(complaints)
    logger.propagate = False
    for case in CASES:
        name = case.__name__.replace("_", " ")
        complaints.lines.clear()
        good, remark = run_case(case)
        if good and complaints.lines:
            good, remark = False, f"pydraughts complains: {complaints.lines[:3]}"
        failed += not good
        print(f"{'ok   ' if good else 'FAIL '} {name}" + (f" ({remark})" if remark else ""), flush=True)
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} PATH_OF_CROWNHEAD")
    PATH = os.path.realpath(sys.argv[1])
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    sys.exit(run())
