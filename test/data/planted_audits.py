"""Copies of filings with one planted error each, and what an audit of each should say, by the planting alone."""

import json
import os
import random
import re
import shutil
import sys
import xml.etree.ElementTree as tree
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path

XBRLI = '{http://www.xbrl.org/2003/instance}'
LINK = '{http://www.xbrl.org/2003/linkbase}'
XLINK = '{http://www.w3.org/1999/xlink}'
KINDS = ['sign', 'scale', 'missing-child', 'duplicate', 'context', 'weight']


class Filing:
    """Non-dimensional numbers by concept and period, and the totals of the calculation linkbase."""

    def __init__(self, folder):
        self.folder = folder
        self.instance = next(folder.glob('*_htm.xml'))
        self.linkbase = next(folder.glob('*_cal.xml'))
        text = self.instance.read_text(encoding='utf-8-sig')
        self.prefixes = {uri: prefix for prefix, uri in re.findall(r'xmlns:([\w.-]+)\s*=\s*"([^"]+)"', text)}
        root = tree.fromstring(text.encode('utf-8'))
        self.periods = {of.get('id'): period_of(of) for of in root.findall(XBRLI + 'context')}
        self.facts = {}
        members = {of.get('id'): dates_of(of) for of in root.findall(XBRLI + 'context')}
        self.with_members = {
            (self.name_of(fact.tag), members[fact.get('contextRef')])
            for fact in root
            if self.periods.get(fact.get('contextRef'), '') is None
        }
        for fact in root:
            period = self.periods.get(fact.get('contextRef'))
            if period is not None and fact.get('unitRef') is not None:
                self.facts.setdefault((self.name_of(fact.tag), period), []).append(fact)
        self.totals = {}
        for link in tree.parse(self.linkbase).getroot().findall(LINK + 'calculationLink'):
            self.read_link(link)

    def name_of(self, tag):
        namespace, local = tag[1:].split('}')
        return f'{self.prefixes[namespace]}:{local}'

    def read_link(self, link):
        ends = {
            loc.get(XLINK + 'label'): loc.get(XLINK + 'href').split('#')[1].replace('_', ':', 1)
            for loc in link.findall(LINK + 'loc')
        }
        for arc in link.findall(LINK + 'calculationArc'):
            source, target = arc.get(XLINK + 'from'), arc.get(XLINK + 'to')
            key = (ends[source], link.get(XLINK + 'role'))
            child = (ends[target], Decimal(arc.get('weight')), (source, target))
            self.totals.setdefault(key, []).append(child)

    def one(self, concept, period):
        """The only fact of a concept in a period, where it is a number; None else."""
        facts = self.facts.get((concept, period), [])
        text = (facts[0].text or '').strip() if len(facts) == 1 else ''
        return facts[0] if re.fullmatch(r'-?\d+(\.\d+)?', text) else None


def period_of(context):
    """`A to B` or a date; None for a context with members, or with times of day."""
    if context.find(f'.//{XBRLI}segment') is not None or context.find(f'.//{XBRLI}scenario') is not None:
        return None
    dates = dates_of(context)
    return dates if re.fullmatch(r'\d{4}-\d\d-\d\d( to \d{4}-\d\d-\d\d)?', dates) else None


def dates_of(context):
    return ' to '.join(date.text.strip() for date in context.find(XBRLI + 'period'))


class Sum:
    """A total that adds up: of one role, with positive parts that are no totals and no parts of anything else."""

    def __init__(self, filing, concept, period, parts):
        self.filing, self.concept, self.period, self.parts = filing, concept, period, parts
        self.value = value_of(filing.one(concept, period))


def value_of(fact):
    return Decimal(fact.text.strip())


def sums_of(filing):
    parents = [concept for concept, _ in filing.totals]
    children = [child for parts in filing.totals.values() for child, _, _ in parts]
    for (concept, _), parts in filing.totals.items():
        names = [child for child, _, _ in parts]
        if parents.count(concept) > 1 or len(names) < 2 or any(child in parents for child in names):
            continue
        if any(children.count(child) > 1 for child in names) or any(abs(weight) != 1 for _, weight, _ in parts):
            continue
        for period in sorted({at for name, at in filing.facts if name == concept}):
            facts = [filing.one(each, period) for each in [concept, *names]]
            if None in facts or len({fact.get('unitRef') for fact in facts}) > 1:
                continue
            values = [value_of(fact) for fact in facts]
            weighted = sum(weight * value for (_, weight, _), value in zip(parts, values[1:]))
            if min(values) > 0 and weighted == values[0]:
                yield Sum(filing, concept, period, parts)


def replaced(path, pattern, change):
    """Changes the one match of a pattern in a file; the source itself may be a link and stays as it is."""
    text = path.read_text(encoding='utf-8-sig')
    matches = list(re.finditer(pattern, text))
    if len(matches) != 1:
        raise LookupError(f'{path}: {len(matches)} matches of {pattern}')
    [match] = matches
    path.unlink()
    path.write_text(text[: match.start()] + change(match) + text[match.end() :], encoding='utf-8')


def pattern_of(concept, fact):
    context = re.escape(fact.get('contextRef'))
    return rf'<{concept}(?=\s)(?=[^>]*\scontextRef="{context}")([^>]*)>([^<]*)</{concept}\s*>'


def with_text(concept, text):
    return lambda match: f'<{concept}{match[1]}>{text}</{concept}>'


def plant(kind, total, draw, copy):
    """Plants one error in a copy. Returns what is asked, and the texts expected as extracted and as calculated."""
    filing, period = total.filing, total.period
    index = draw.randrange(len(total.parts))
    child, weight, labels = total.parts[index]
    fact = filing.one(child, period)
    before = value_of(fact)
    instance, pattern = copy / filing.instance.name, pattern_of(child, fact)
    if kind == 'weight':
        link = rf'<(?:\w+:)?calculationArc(?=[^>]*"{re.escape(labels[0])}")(?=[^>]*"{re.escape(labels[1])}")[^>]*>'
        replaced(copy / filing.linkbase.name, link, with_weight(-weight))
        return asked_of_others(total, index, -2 * weight * before, draw)
    if kind == 'missing-child':
        replaced(instance, pattern, lambda _: '')
        # A fact with a member would be taken in its stead.
        if draw.randrange(3) == 0 and (child, period) not in filing.with_members:
            return child, '0', '0'
        if draw.randrange(2) == 0:
            other = draw.choice([name for name, _, _ in total.parts if name != child])
            return other, filing.one(other, period).text.strip(), '0'
        return total.concept, plain(total.value), plain(total.value - weight * before)
    after, change = changed(kind, total, child, fact, draw)
    change(instance, pattern)
    if draw.randrange(2) == 0:
        # What the total and the others leave for it; a negative one becomes its absolute value, which is the same.
        return child, plain(after), plain(before)
    return asked_of_others(total, index, weight * (after - before), draw)


def asked_of_others(total, index, difference, draw):
    """The sum is off by a difference: the total is recomputed with it, another part takes it on the other side."""
    others = [part for at, part in enumerate(total.parts) if at != index]
    name, weight, _ = draw.choice(others)
    own = value_of(total.filing.one(name, total.period))
    if draw.randrange(2) == 0 and own - difference / weight > 0:
        return name, plain(own), plain(own - difference / weight)
    return total.concept, plain(total.value), plain(total.value + difference)


def with_weight(weight):
    return lambda match: re.sub(r'\bweight="[^"]*"', f'weight="{weight}"', match[0])


def changed(kind, total, child, fact, draw):
    """The value that a part has afterwards, and how its copy comes by it."""
    before = value_of(fact)
    if kind == 'sign':
        return -before, lambda file, pattern: replaced(file, pattern, with_text(child, plain(-before)))
    if kind == 'scale':
        after = before * draw.choice([10, 1000, Decimal('0.001'), Decimal('0.1')])
        return after, lambda file, pattern: replaced(file, pattern, with_text(child, plain(after)))
    if kind == 'duplicate':
        coarse = int(fact.get('decimals')) - draw.randrange(1, 3)
        after = before.quantize(Decimal(1).scaleb(-coarse), ROUND_HALF_EVEN)
        return after, lambda file, pattern: replaced(file, pattern, beside(child, after, coarse))
    # The facts of two periods change places.
    other = draw.choice([
        twin for (name, period), [twin, *more] in total.filing.facts.items()
        if name == child and period != total.period and ('to' in period) == ('to' in total.period)
        and not more and total.filing.one(child, period) is not None
    ])
    after = value_of(other)

    def swap(file, pattern):
        replaced(file, pattern, with_text(child, 'HERE'))
        replaced(file, pattern_of(child, other), with_text(child, plain(before)))
        replaced(file, pattern, with_text(child, plain(after)))

    return after, swap


def beside(concept, value, decimals):
    """A coarser duplicate in front, which is the first in the document."""
    def change(match):
        attributes = re.sub(r'\bdecimals="[^"]*"', f'decimals="{decimals}"', match[1])
        attributes = re.sub(r'\sid="[^"]*"', '', attributes)
        return f'<{concept}{attributes}>{plain(value)}</{concept}>{match[0]}'
    return change


def plain(value):
    text = f'{value:f}'
    return text.rstrip('0').rstrip('.') if '.' in text else text


def linked(source, target):
    """Hard links where the file system has them: 100 copies of large files."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def copied(folder, target):
    target.mkdir(parents=True)
    for file in folder.iterdir():
        linked(file, target / file.name) if file.is_file() else copied(file, target / file.name)


def planted(sums, kind, number, draw, out):
    """One case; the draw is made again where it has no error to make, or an answer that rule 4 would change."""
    for _ in range(200):
        total = draw.choice(sums)
        name, ticker, issued = total.filing.folder.name.split('-')
        copy = out / 'XBRL' / f'{name}-{ticker}p{number}-{issued}'
        copied(total.filing.folder, copy)
        try:
            concept, extracted, calculated = plant(kind, total, draw, copy)
            if Decimal(calculated) >= 0 and (extracted != calculated or kind == 'missing-child'):
                return {
                    'id': f'planted-{number}', 'filing_name': name, 'ticker': f'{ticker}p{number}',
                    'issue_time': issued, 'concept_id': concept, 'period': total.period,
                    'category': f'planted-{kind}', 'expected_extracted': extracted, 'expected_calculated': calculated,
                }
        except (LookupError, ValueError, TypeError):
            pass
        shutil.rmtree(copy)
    raise LookupError(f'no filing has room for an error of kind {kind}')


def main():
    asked = json.load(sys.stdin)
    data, out = Path(asked['data']), Path(asked['out'])
    altered = {each['folder'] for each in json.loads((data / 'corruptions.json').read_text())}
    folders = [at for at in sorted((data / 'XBRL').iterdir()) if at.name not in altered and any(at.glob('*_htm.xml'))]
    every = [total for folder in folders for total in sums_of(Filing(folder))]
    draw = random.Random(asked['seed'])
    if (data / 'us-gaap').exists():
        copied(data / 'us-gaap', out / 'us-gaap')
    cases = [planted(every, KINDS[number % len(KINDS)], number, draw, out) for number in range(asked['count'])]
    lines = [json.dumps(case) for case in cases]
    (out / 'cases.jsonl').write_text('\n'.join(lines) + '\n', encoding='utf-8')
    json.dump(cases, sys.stdout)


main()
