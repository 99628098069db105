# The same texts with Xapian itself: one call for each text, as libzim does it. Then xapian-compact makes one file of it.
# usage: xapian-index.py WORDS OUT positions|none
import os
import resource
import subprocess
import sys
import tempfile

import xapian

words, out, positions = sys.argv[1:]
with tempfile.TemporaryDirectory(dir=os.path.dirname(out)) as directory:
    path = os.path.join(directory, "db")
    flags = xapian.DB_CREATE_OR_OVERWRITE | xapian.DB_NO_TERMLIST | xapian.DB_NO_SYNC
    database = xapian.WritableDatabase(path, flags)
    with open(words, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            document = xapian.Document()
            document.set_data("page/%d" % number)
            document.add_value(0, "Page %d" % number)
            generator = xapian.TermGenerator()
            generator.set_document(document)
            if positions == "positions":
                generator.index_text(line)
            else:
                generator.index_text_without_positions(line)
            database.add_document(document)
    database.commit()
    database.close()
    subprocess.run(["xapian-compact", "--single-file", path, out], check=True, capture_output=True)
cpu = 0
for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
    usage = resource.getrusage(who)
    cpu += usage.ru_utime + usage.ru_stime
print(cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
