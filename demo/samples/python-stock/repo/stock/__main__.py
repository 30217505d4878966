import argparse
import sys

from . import NotEnough, Shelf


def main(argv=None):
    parser = argparse.ArgumentParser(prog="stock")
    parser.add_argument("--file", default="stock.db")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("add", "take"):
        command = commands.add_parser(name)
        command.add_argument("name")
        command.add_argument("quantity", type=int)
    commands.add_parser("find").add_argument("text")
    args = parser.parse_args(argv)

    shelf = Shelf(args.file)
    try:
        if args.command == "find":
            for article in shelf.find(args.text):
                print(f"{article.quantity:6}  {article.name}")
        else:
            getattr(shelf, args.command)(args.name, args.quantity)
    except (NotEnough, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    finally:
        shelf.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
