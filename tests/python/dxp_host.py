#!/usr/bin/env python3
"""Plays the engine over DXP with pydraughts, whose code was not written for it.

    dxp_host.py PATH_OF_CROWNHEAD

Needs the package `pydraughts`. Its DXPEngine connects and asks for a game; it is tried with an
engine that waits already and with one that it starts itself, with either colour, in every variant
it knows. The other way round, the engine connects and asks, and pydraughts' board and message
code answer. Prints `N passed, N failed`; the exit code is 1 if one failed.
"""

import os
import random
import re
import socket
import subprocess
import sys
import threading
import types
import warnings

warnings.simplefilter("ignore")

import draughts
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication import dxp_classes
from draughts.engines.dxp_communication.dxp_classes import DamExchange

CROWNHEAD = os.path.abspath(sys.argv[1])
VARIANTS = ["standard", "english", "italian", "russian", "brazilian", "turkish", "frisian",
            "frysk!", "antidraughts", "breakthrough"]
MOVES = 6
PATIENCE = 60

# After it has hung up, pydraughts sleeps for seconds that nothing here needs.
dxp_classes.time = types.SimpleNamespace(sleep=lambda seconds: None)


def listening(variant):
    """An engine that waits for one game, and its port."""
    command = [CROWNHEAD, "dxp", "--listen", "0", "--move-time", "0.02", "--hash", "1",
               "--variant", variant]
    engine = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return engine, engine.stdout.readline().split(":")[-1].strip()


def ended(engine):
    """What the engine printed; it must have ended by itself, without a complaint."""
    out, errors = engine.communicate(timeout=PATIENCE)
    assert engine.returncode == 0 and not errors, (engine.returncode, out, errors)
    return out


def within(action):
    """The result of an action that may not take for ever."""
    result = []
    thread = threading.Thread(target=lambda: result.append(action()), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert result, "no answer in time"
    return result[0]


def play(client, board, engine_first):
    """A few moves of the engine against random ones; each has to be legal for pydraughts."""
    rng = random.Random(7)
    if not engine_first:
        board.push(rng.choice(board.legal_moves()))
    for _ in range(MOVES):
        answer = within(lambda: client.play(board)).move
        # pydraughts has found it among its own legal moves, or nothing would have come.
        board.push(answer)
        if not board.legal_moves():
            break
        board.push(rng.choice(board.legal_moves()))


def client_plays(variant, engine_first):
    engine, port = listening(variant)
    board = draughts.Board(variant=variant)
    client = DXPEngine(options={"ip": "127.0.0.1", "port": port, "engine-opened": True})
    play(client, board, engine_first)
    assert client.id["name"].startswith("Crownhead "), client.id
    within(lambda: client.quit() or True)
    assert "game 1: " in ended(engine)


def client_takes_back():
    engine, port = listening("standard")
    board = draughts.Board()
    client = DXPEngine(options={"port": port}, initial_time=120)
    play(client, board, True)
    # To the engine's third move: it is on move there and plays on.
    done, new_board, answer = within(lambda: client.takeback(3, draughts.WHITE))
    assert done and len(new_board.move_stack) == 4, (done, new_board.move_stack)
    assert answer.move is not None
    within(lambda: client.quit() or True)
    ended(engine)


def client_starts_the_engine():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    options = {"port": port, "engine-opened": False, "wait-to-open-time": 2}
    command = [CROWNHEAD, f"dxp --listen {port} --move-time 0.02 --hash 1"]
    client = DXPEngine(command, options)
    board = draughts.Board()
    play(client, board, True)
    within(lambda: client.quit() or True)
    assert client.p.wait(PATIENCE) == 0
    client.exit = True


def server_plays(variant):
    """The engine connects and asks; pydraughts reads its messages and makes ours."""
    exchange = DamExchange()
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(PATIENCE)
    command = [CROWNHEAD, "dxp", "--connect", f"127.0.0.1:{server.getsockname()[1]}",
               "--initiate", "--color", "black", "--minutes", "0", "--move-time", "0.02",
               "--variant", variant]
    engine = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    peer = dxp_classes.MySocket()
    peer.sock, _ = server.accept()
    peer.sock.settimeout(PATIENCE)
    request = exchange.parse(peer.receive())
    assert request["type"] == "R" and request["name"].startswith("Crownhead "), request
    assert (request["fColor"], request["posInd"]) == ("W", "A"), request
    peer.send("A" + "pydraughts".ljust(32) + "0")
    board = draughts.Board(variant=variant)
    rng = random.Random(3)
    while len(board.move_stack) < 2 * MOVES:
        if board.turn == draughts.WHITE:
            move = rng.choice(board.legal_moves())
            board.push(move)
            peer.send(exchange.msg_move(move.steps_move, move.captures, 1))
        else:
            said = exchange.parse(peer.receive())
            assert said["type"] == "M", said
            captured = "".join(sorted(said["captures"]))
            heard = f"{said['from']}{said['to']}{captured}"
            move = [m for m in board.legal_moves() if m.hub_position_move == heard]
            assert len(move) == 1, (heard, board.fen)
            board.push(move[0])
        if not board.legal_moves():
            break
    peer.send("E01")
    said = exchange.parse(peer.receive())
    if said["type"] == "M":
        # Where it was the engine's turn, its move may have crossed our word.
        said = exchange.parse(peer.receive())
    assert said["type"] == "E", said
    assert re.search(r"game 1: pydraughts - Crownhead", ended(engine))
    peer.sock.close()
    peer.sock = None
    server.close()


def main():
    tests = [(f"pydraughts asks, {variant}, engine {'first' if first else 'second'}",
              lambda variant=variant, first=first: client_plays(variant, first))
             for variant in VARIANTS for first in (True, False)]
    tests += [(f"the engine asks, {variant}", lambda variant=variant: server_plays(variant))
              for variant in VARIANTS]
    tests += [("pydraughts takes moves back", client_takes_back),
              ("pydraughts starts the engine", client_starts_the_engine)]
    failed = 0
    for name, test in tests:
        try:
            test()
        except Exception as error:  # a test may fail in any way
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {error}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed", flush=True)
    # Threads of pydraughts may still wait for an answer.
    os._exit(1 if failed else 0)


if __name__ == "__main__":
    main()
