"""The files of a store, checked before SQLite opens them: it follows links, and trusts journals.

A folder may come from another person. A link in place of a store, or of one of the files that SQLite keeps next to it,
would let SQLite write to a file of the user. And a journal that was left behind may name another file, which SQLite
deletes after it has undone the journal's changes; a transaction of several databases leaves such a journal, our stores
never do.
"""

import os
from pathlib import Path
from stat import S_ISREG

from rookery.core.files import IRREGULAR, LINK, open_to_read
from rookery.models import BadInput

JOURNAL = "-journal"
PARTS = ("", "-wal", JOURNAL)  # what SQLite may keep of one database; committed runs may stand in the log alone
SHARED = "-shm"  # which readers write, too
NAMES_A_FILE = bytes.fromhex("d9d505f920a163d7")  # at the end of a journal (SQLite's file format, section 3)


def check_files(path: Path, *, written: bool) -> None:
    """Raise `BadInput` where SQLite would touch more than a store; what is to be `written` has no second name."""
    for part in (*PARTS, SHARED):
        file = path.with_name(path.name + part)
        try:
            found = file.lstat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise unreadable(file, error) from None
        if not S_ISREG(found.st_mode):
            raise BadInput(f"{file} is not read: {LINK if file.is_symlink() else IRREGULAR}")
        if found.st_nlink > 1 and (written or part == SHARED):
            raise BadInput(f"{file} is not written: it is a file with a second name; copy the folder")
    _check_journal(path.with_name(path.name + JOURNAL))


def _check_journal(path: Path) -> None:
    if not os.path.lexists(path):
        return
    try:
        with open_to_read(path, follow=False) as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - len(NAMES_A_FILE)))
            if file.read() == NAMES_A_FILE:
                raise BadInput(f"{path} is not read: it names another file, which no journal of a store does")
    except FileNotFoundError:
        return
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> BadInput:
    """The error for a part that cannot be read."""
    return BadInput(f"{path} cannot be read: {error.strerror}; its runs are not known without it")
