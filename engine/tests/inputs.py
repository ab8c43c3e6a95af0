"""Objects for the storlets, generated here."""

import struct
import zlib


def jpeg(*, make: str = "Headwater", orientation: int = 6) -> bytes:
    """A JPEG without pixels and with EXIF: the camera's maker, and the orientation."""
    name = make.encode() + b"\0"
    fields = [
        struct.pack("<HHII", 0x010F, 2, len(name), 8 + 2 + 2 * 12 + 4),  # Make, after the fields
        struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0),
    ]
    tiff = b"II*\0" + struct.pack("<IH", 8, len(fields)) + b"".join(fields) + bytes(4) + name
    exif = b"Exif\0\0" + tiff
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + b"\xff\xd9"


def pdf(*texts: str, font: str = "F1") -> bytes:
    """A PDF with a page for each text. Its pages have the font F1."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(texts)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(texts)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for index, text in enumerate(texts):
        page = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * index} 0 R"
            f" /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        content = zlib.compress(f"BT /{font} 12 Tf 72 700 Td ({text}) Tj ET".encode())
        stream = f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode()
        objects += [page.encode(), stream + content + b"\nendstream"]
    return document(objects)


def document(objects: list[bytes]) -> bytes:
    """A PDF of numbered objects. The first is its root."""
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n" % count + table
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(body))
    return body + table + trailer
