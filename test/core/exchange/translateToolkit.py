"""Reads a file as tools that are built on translate-toolkit (Weblate, Pootle, Virtaal) do, and may answer with other translations.

translateToolkit.py FILE             prints [id, source, target] of each unit as JSON
translateToolkit.py FILE OUT ID TEXT sets the translation of a unit, saves the file as OUT, and prints the same of that
"""

import json
import os
import sys

from translate.storage import csvl10n, tbx, tmx, xliff

STORES = {".xlf": xliff.xlifffile, ".tmx": tmx.tmxfile, ".tbx": tbx.tbxfile, ".csv": csvl10n.csvfile}


def name(unit):
    if isinstance(unit, xliff.xliffunit):
        return unit.xmlelement.get("id")
    return unit.getid()


def read(path):
    store = STORES[os.path.splitext(path)[1]].parsefile(path)
    # The first row of a CSV is its head.
    units = [unit for unit in store.units if unit.source and not (unit.source == "source" and unit.target == "target")]
    return store, units


path, *answer = sys.argv[1:]
store, units = read(path)
if answer:
    out, wanted, text = answer
    for unit in units:
        if name(unit) != wanted:
            continue
        if isinstance(unit, tmx.tmxunit):
            # A memory has no language of its own to translate into.
            unit.settarget(text, lang="ja")
        else:
            unit.target = text
    store.savefile(out)
    units = read(out)[1]
print(json.dumps([[name(unit), str(unit.source), str(unit.target or "")] for unit in units]))
