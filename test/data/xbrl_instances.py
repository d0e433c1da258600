"""Contexts, units and facts of instances, by the XML parser of Python: an independent count for libs/xbrl."""

import json
import sys
import xml.etree.ElementTree as tree

XBRLI = '{http://www.xbrl.org/2003/instance}'
DIMENSION = '{http://xbrl.org/2006/xbrldi}'
NIL = '{http://www.w3.org/2001/XMLSchema-instance}nil'


def instance(path):
    root = tree.parse(path).getroot()
    facts = [element for element in root if element.get('contextRef') is not None]
    contexts = root.findall(XBRLI + 'context')
    return {
        'contexts': {context.get('id'): context_of(context) for context in contexts},
        'units': [unit.get('id') for unit in root.findall(XBRLI + 'unit')],
        'facts': [fact_of(fact) for fact in facts],
    }


def context_of(context):
    period = context.find(XBRLI + 'period')
    dates = [date.text.strip() for date in period]
    explicit = [m.text.strip().split(':')[1] for m in context.iter(DIMENSION + 'explicitMember')]
    typed = [''.join(m.itertext()).strip() for m in context.iter(DIMENSION + 'typedMember')]
    return ['/'.join(dates), explicit, typed]


def fact_of(fact):
    return [
        fact.tag,
        fact.get('contextRef'),
        fact.get('unitRef'),
        fact.get('decimals'),
        fact.get(NIL) in ('true', '1'),
        fact.text or '',
    ]


print(json.dumps([instance(path) for path in json.load(sys.stdin)]))
