"""Facts of documents as ixbrl-parse (PyPI) reads them: a JSON line a document. For scripts/judge-accounts.mjs."""
import json
import re
import sys

import ixbrl_parse.ixbrl as reader
from ixbrl_parse.ixbrl import Dimension, Instant, Period, parse
from lxml import etree


strict = reader.to_qname


def tolerant(element, name):
    """It stops at a name without a prefix, or with one that is declared nowhere."""
    prefix, _, rest = name.strip().partition(":")
    if rest and prefix in element.nsmap:
        return strict(element, name.strip())
    return etree.QName(element.nsmap.get(None) if not rest else "urn:undeclared", rest or prefix)


reader.to_qname = tolerant


def local(name):
    return getattr(name, "localname", str(name))


def value_of(value):
    try:
        return str(value.to_value().get_value())
    except Exception:  # what it can't read is told as such
        return None


def fact(value):
    dimensions, period = [], None
    for rel in value.context.get_relationships():
        if isinstance(rel, Dimension):
            dimensions.append([local(rel.dimension), local(rel.value)])
        elif isinstance(rel, Period):
            period = f"{str(rel.start)[:10]}/{str(rel.end)[:10]}"
        elif isinstance(rel, Instant):
            period = f"/{str(rel.instant)[:10]}"
    numeric = type(value).__name__ == "NonFraction"
    unit = str(value.unit) if value.unit else None
    return [local(value.name), sorted(dimensions), period, numeric, unit, value_of(value)]


# It knows inline XBRL 1.1 only; the elements that 1.0 shares with it are the same.
OLD = re.compile(rb"(['\"])http://www\.xbrl\.org/2008/inlineXBRL(?=['\"])")
# The first registry, by the name that some software gave it.
DRAFT = b"http://www.xbrl.org/2008/inlineXBRL/transformation"
FIRST = b"http://www.xbrl.org/inlineXBRL/transformation/2010-04-20"
IX = "{http://www.xbrl.org/2013/inlineXBRL}"


def without_exclusions(root):
    """It reads what ix:exclude leaves out; where no fact is in there, it is taken away beforehand."""
    for element in list(root.iter(f"{IX}exclude")):
        if not any(str(inner.tag).startswith(IX) for inner in element.iterdescendants()):
            element.text = None
            for child in list(element):
                element.remove(child)
    return root


for path in sys.argv[1:]:
    try:
        with open(path, "rb") as file:
            text = file.read().replace(DRAFT, FIRST)
            text = OLD.sub(rb"\1http://www.xbrl.org/2013/inlineXBRL", text)
        root = etree.fromstring(text, etree.XMLParser(huge_tree=True, resolve_entities=False, remove_comments=True))
        facts = [fact(value) for value in parse(without_exclusions(root).getroottree()).values.values()]
        print(json.dumps({"path": path, "facts": facts}))
    except Exception as error:
        print(json.dumps({"path": path, "error": f"{type(error).__name__}: {error}"}))
