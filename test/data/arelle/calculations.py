"""Calculations by Arelle, of folders with an instance and a calculation linkbase: a foreign count for libs/xbrl."""

import json
import os
import re
import sys
import tempfile
import xml.etree.ElementTree as tree
from pathlib import Path

SCRATCH = tempfile.TemporaryDirectory()
# Settings and downloads of Arelle: none of the user's, and none that stay.
os.environ['XDG_CONFIG_HOME'] = SCRATCH.name

from arelle import Cntlr, ValidateXbrlCalcs  # noqa: E402
from arelle.XmlValidateConst import VALID  # noqa: E402

MODES = {
    '1.0': ValidateXbrlCalcs.ValidateCalcsMode.XBRL_v2_1,
    '1.1-round': ValidateXbrlCalcs.ValidateCalcsMode.ROUND_TO_NEAREST,
    '1.1-truncate': ValidateXbrlCalcs.ValidateCalcsMode.TRUNCATION,
}
INCONSISTENT = {
    'xbrl.5.2.5.2:calcInconsistency',
    'calc11e:inconsistentCalculationUsingRounding',
    'calc11e:inconsistentCalculationUsingTruncation',
}
STOPPED = {
    'calc11e:excessDigits',
    'oime:disallowedDuplicateFacts',
    'calc11e:disallowedDuplicateFactsUsingTruncation',
}
XBRLI = 'http://www.xbrl.org/2003/instance'
# Of networks: a second relationship of the same two concepts. Both add up.
NOTED = {'calc11e:duplicateCalculationRelationships'}


def reduced(package, folder):
    """Copies a package with schemas that declare no more than the elements in use, by prefix: `p.xsd#p_Name`."""
    os.makedirs(folder)
    instance = without(package['instance'], 'schemaRef|linkbaseRef|roleRef|arcroleRef')
    linkbase = without(package['linkbase'], 'roleRef|arcroleRef')
    kinds = kinds_in(instance, linkbase)
    for prefix, (namespace, of_prefix) in kinds.items():
        Path(folder, f'{prefix}.xsd').write_text(schema(prefix, namespace, of_prefix), encoding='utf-8')
    linkbase = re.sub(r'xlink:href="[^"#]*#([^"_]+)_', r'xlink:href="\1.xsd#\1_', linkbase)
    Path(folder, 'cal.xml').write_text(linkbase, encoding='utf-8')
    refs = ''.join(reference('schemaRef', f'{prefix}.xsd') for prefix in kinds) + reference('linkbaseRef', 'cal.xml')
    instance = re.sub(r'<(\w+:)?xbrl\b[^>]*>', lambda root: root.group() + refs, instance, count=1)
    Path(folder, 'instance.xml').write_text(instance, encoding='utf-8')
    return str(Path(folder, 'instance.xml'))


def without(path, names):
    """The text of a file without its XML declaration and without the elements that lead to its own schemas."""
    text = re.sub(r'^\s*<\?xml[^>]*\?>', '', Path(path).read_text(encoding='utf-8-sig'))
    return re.sub(rf'<(\w+:)?({names})\b[^>]*?(/>|>\s*</(\w+:)?\2\s*>)', '', text)


def kinds_in(instance, linkbase):
    """By prefix: its namespace, and for each name in the instance or the linkbase whether it is a number."""
    prefixes = dict(re.findall(r'xmlns:([\w.-]+)\s*=\s*"([^"]+)"', instance))
    by_namespace = {}
    for prefix, namespace in prefixes.items():
        by_namespace.setdefault(namespace, prefix)
    kinds = {}
    for prefix, local in re.findall(r'xlink:href="[^"#]*#([^"_]+)_([^"]+)"', linkbase):
        kinds.setdefault(prefix, (prefixes[prefix], {}))[1][local] = 'decimal'
    for fact in tree.fromstring(instance.encode('utf-8')):
        if fact.get('contextRef') is None:
            continue
        namespace, local = fact.tag[1:].split('}')
        kind = 'string' if fact.get('unitRef') is None else 'decimal'
        kinds.setdefault(by_namespace[namespace], (namespace, {}))[1][local] = kind
    return kinds


def reference(kind, file):
    role = ' xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase"' if kind == 'linkbaseRef' else ''
    names = 'xmlns:l="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<l:{kind} {names} xlink:type="simple" xlink:href="{file}"{role}/>'


def schema(prefix, namespace, kinds):
    declared = ''.join(
        f'<xs:element id="{prefix}_{local}" name="{local}" type="xbrli:{kind}ItemType" '
        'substitutionGroup="xbrli:item" xbrli:periodType="duration" nillable="true"/>'
        for local, kind in kinds.items()
    )
    return (
        f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="{XBRLI}" '
        f'xmlns:{prefix}="{namespace}" targetNamespace="{namespace}" elementFormDefault="qualified">'
        f'<xs:import namespace="{XBRLI}" schemaLocation="http://www.xbrl.org/2003/xbrl-instance-2003-12-31.xsd"/>'
        f'{declared}</xs:schema>'
    )


# Sums as they are, where messages have them with the separators and digits of a report.
ValidateXbrlCalcs.Locale.format_decimal = lambda conventions, value, *places: str(value)


def found(model, mode):
    """What Arelle says of all roles: inconsistencies, and the facts at which checks of 1.1 stopped."""
    inconsistent, stopped = [], set()
    for said in ValidateXbrlCalcs.validate(model, mode):
        code, values = said.codes, said.args
        if code in INCONSISTENT:
            names = ('concept', 'linkrole', 'contextID', 'unitID', 'reportedSum', 'computedSum')
            inconsistent.append([str(values[name]) for name in names])
        elif code in STOPPED:
            fact = values['modelObject'][0]
            stopped.add((str(fact.qname), fact.contextID, fact.unitID))
        elif code not in NOTED:
            raise ValueError(f'Arelle says {code}: {said.msg % values}')
    return {'inconsistent': inconsistent, 'stopped': sorted(stopped)}


def calculations(controller, package, folder):
    model = controller.modelManager.load(reduced(package, folder))
    valid = sum(fact.concept is not None and fact.xValid >= VALID for fact in model.facts)
    answer = {mode: found(model, number) for mode, number in MODES.items()}
    answer['facts'] = [len(model.facts), valid]
    answer['errors'] = [str(error) for error in model.errors]
    model.close()
    return answer


def main():
    controller = Cntlr.Cntlr(logFileName='logToBuffer', disable_persistent_config=True)
    controller.webCache.workOffline = True
    controller.modelManager.validateCalcs = 0
    packages = json.load(sys.stdin)
    answers = [
        calculations(controller, package, os.path.join(SCRATCH.name, str(index)))
        for index, package in enumerate(packages)
    ]
    json.dump(answers, sys.stdout)


main()
