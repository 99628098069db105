"""What pdftotext and pypdf read of the PDF files named on stdin: their text, CPU seconds and memory, as JSON, one file to a line."""
import json
import resource
import subprocess
import sys

PYPDF = """
import sys
from pypdf import PdfReader
sys.stdout.reconfigure(encoding="utf-8", errors="replace")
for page in PdfReader(sys.argv[1]).pages:
    print(page.extract_text())
"""
ENCRYPT = """
import sys
from pypdf import PdfReader, PdfWriter
writer = PdfWriter()
for page in PdfReader(sys.argv[1]).pages:
    writer.add_page(page)
writer.encrypt("secret")
writer.write(sys.argv[2])
"""
LIMIT_S = 300


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, timeout=LIMIT_S)
        text, failed = done.stdout.decode("utf-8", "replace"), done.returncode != 0
    except subprocess.TimeoutExpired:
        text, failed = "", True
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"text": text, "failed": failed, "seconds": seconds, "megabytes": after.ru_maxrss / 1000}


for line in sys.stdin:
    path = line.rstrip("\n")
    if path.startswith("encrypt "):
        _, source, target = path.split(" ")
        answer = {"done": run(["/usr/bin/python3", "-c", ENCRYPT, source, target])["failed"] is False}
        print(json.dumps(answer), flush=True)
        continue
    answer = {
        "pdftotext": run(["pdftotext", "-enc", "UTF-8", path, "-"]),
        "pypdf": run(["/usr/bin/python3", "-c", PYPDF, path]),
    }
    print(json.dumps(answer), flush=True)
