#!/usr/bin/env python3
"""Lets py-draughts' own SimpleEngine play as a Hub engine, an opponent for `crownhead match`.

    crownhead match --variant russian --movetime 100ms --engine name=crownhead \\
        --engine name=simple,proto=hub,cmd="python tests/python/simple_engine_hub.py"

Needs the package `py-draughts`. It speaks as much of Hub as the match runner needs: `move-time`,
`depth`, and the variants that the package plays by the rules (its American game does not: there
captures are optional).
"""

import sys

import draughts
from draughts import SimpleEngine
from loguru import logger

BOARDS = {
    "international": draughts.StandardBoard,
    "frisian": draughts.FrisianBoard,
    "frysk": draughts.FryskBoard,
    "breakthrough": draughts.BreakthroughBoard,
    "antidraughts": draughts.AntidraughtsBoard,
    "russian": draughts.RussianBoard,
    "brazilian": draughts.BrazilianBoard,
}
# Deep enough never to end before the time does.
DEEPEST = 64


def arguments(line):
    """The words of a line; a value in quotes may hold blanks."""
    words, rest = {}, line
    while rest := rest.strip():
        name, _, rest = rest.partition("=") if "=" in rest.split(" ")[0] else rest.partition(" ")
        if rest.startswith('"'):
            words[name], _, rest = rest[1:].partition('"')
        else:
            words[name], _, rest = rest.partition(" ")
    return words


def board_of(cls, picture, moves):
    """The position that the host has described."""
    pieces = {"w": [], "b": []}
    for number, letter in enumerate(picture[1:], 1):
        if letter != "e":
            king = "K" if letter.isupper() else ""
            square = cls.SQUARE_NAMES[number - 1] if cls.SQUARE_NAMES else number
            pieces[letter.lower()].append(f"{king}{square}")
    board = cls.from_fen(f"{picture[0]}:W{','.join(pieces['w'])}:B{','.join(pieces['b'])}")
    for text in moves.split():
        board.push(next(move for move in board.legal_moves if same(move, text)))
    return board


def same(move, text):
    numbers = [int(part) - 1 for part in text.replace("-", "x").split("x")]
    ends = [move.square_list[0], move.square_list[-1]]
    return numbers[:2] == ends and sorted(numbers[2:]) == sorted(move.captured_list)


def written(move):
    ends = [move.square_list[0], move.square_list[-1]]
    between = "x" if move.captured_list else "-"
    return between.join(str(square + 1) for square in ends + sorted(move.captured_list))


def main():
    # The package writes what it does to stderr, a line for each position.
    logger.remove()
    variant, board, level = "international", None, {}
    engine = SimpleEngine(depth_limit=DEEPEST, time_limit=0.1)
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        words = arguments(rest)
        if command == "hub":
            names = " ".join(BOARDS)
            print("id name=SimpleEngine")
            print(f'param name=variant value=international type=enum values="{names}"')
            print("wait")
        elif command == "init":
            print("ready")
        elif command == "ping":
            print("pong")
        elif command == "set-param" and words.get("name") == "variant":
            variant = words["value"]
        elif command == "new-game":
            engine = SimpleEngine(depth_limit=DEEPEST, time_limit=0.1)
        elif command == "pos":
            level = {}
            board = board_of(BOARDS[variant], words["pos"], words.get("moves", ""))
        elif command == "level":
            level.update(words)
        elif command == "go":
            engine.depth_limit = int(level.get("depth", DEEPEST))
            engine.time_limit = float(level["move-time"]) if "move-time" in level else None
            print(f"done move={written(engine.get_best_move(board))}")
        elif command == "quit":
            break
        sys.stdout.flush()


main()
