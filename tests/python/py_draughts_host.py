#!/usr/bin/env python3
"""Plays the engine with py-draughts, a Hub host that was not written for it.

    py_draughts_host.py PATH_OF_CROWNHEAD [STARTS [SEARCHES]]

Needs the package `py-draughts`, which installs a module named `draughts`; so does `pydraughts`, so
each wants a virtual environment of its own. This host waits with `select` and then reads one line
through a buffer, so that of several lines in one burst it sees the first and may wait for the rest:
starting and searching again and again shows whether the engine keeps its lines apart. It starts the
engine 20 times and makes 50 searches each time unless told otherwise. Prints `N passed, N failed`;
the exit code is 1 if one failed.
"""

import sys
import threading
import time

from draughts import FrisianBoard, StandardBoard
from draughts.engines.hub import HubEngine

# One start with its searches; a lost line costs this host 30 seconds.
PATIENCE = 25


def searches(path, board_class, count):
    """Plays on with itself and begins anew when the game is over."""
    engine = HubEngine(path, depth_limit=3)
    engine.start()
    if board_class is FrisianBoard:
        engine._send("set-param name=variant value=frisian")
    assert engine.info.name == "Crownhead", engine.info
    assert engine.params["variant"].values, engine.params
    assert engine.ping(), "no pong"
    board = board_class()
    for _ in range(count):
        if board.game_over:
            engine.new_game()
            board = board_class()
        move, score = engine.get_best_move(board, with_evaluation=True)
        assert -100 <= score <= 100, score
        board.push(move)
    engine.quit()


def run(path, starts, count):
    failed = 0
    slowest = 0.0
    for start in range(starts):
        board_class = FrisianBoard if start % 4 == 3 else StandardBoard
        problem = ["no end in time"]

        def work():
            try:
                searches(path, board_class, count)
                problem.clear()
            except Exception as error:  # whatever py-draughts raises is a failure
                problem[:] = [f"{type(error).__name__}: {error}"]

        began = time.monotonic()
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        slowest = max(slowest, time.monotonic() - began)
        if problem:
            failed += 1
            print(f"FAIL  start {start + 1} with {board_class.__name__}: {problem[0]}", flush=True)
    print(f"{starts} starts of {count} searches, the slowest took {slowest:.1f} s")
    print(f"{starts - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(f"usage: {sys.argv[0]} PATH_OF_CROWNHEAD [STARTS [SEARCHES]]")
    numbers = [int(argument) for argument in sys.argv[2:]] + [20, 50][len(sys.argv) - 2 :]
    sys.exit(run(sys.argv[1], *numbers))
