/**
 * The currencies of ISO 4217: codes, signs, and names in words. A sign or word may be that of
 * several.
 */

import { Phrases } from './phrases.js';

/** Codes of what a sign or name may mean. */
export type Currencies = readonly string[];

/**
 * One currency a line: its code, its own signs (case counts), what it is called, and the countries'
 * adjectives that tell it from others with the same name. A list in brackets of signs or names is
 * shared by several lines.
 */
const table = `
AED|Dh Dhs|dirham dirhams|uae emirati
AFN|؋|afghani afghanis|
ALL||lek|albanian
AMD|֏|dram drams|armenian
ANG||guilder guilders|antillean
AOA|Kz|kwanza kwanzas|angolan
ARS|AR$ ARS$|peso pesos|argentine argentinian argentinean
AUD|A$ AU$ AUS$ AUD$|dollar dollars|australian aussie
AWG||florin florins|aruban
AZN|₼|manat manats|azerbaijani
BAM|KM|mark marks|convertible bosnian
BBD|BD$|dollar dollars|barbadian barbados
BDT|৳ Tk|taka takas|bangladeshi
BGN||lev leva|bulgarian
BHD|BD|dinar dinars|bahraini
BIF||franc francs|burundian burundi
BMD|BM$|dollar dollars|bermudian bermudan bermuda
BND|B$|dollar dollars|brunei
BOB|Bs|boliviano bolivianos|bolivian
BRL|R$ BR$|real reais reals|brazilian
BSD|BS$|dollar dollars|bahamian
BTN||ngultrum ngultrums|bhutanese
BWP||pula pulas|
BYN||ruble rubles rouble roubles|belarusian belarussian
BZD|BZ$|dollar dollars|belize
CAD|C$ CA$ CAN$ CAD$|dollar dollars|canadian
CDF||franc francs|congolese
CHF|SFr sFr Sfr Fr|franc francs franken|swiss
CLP|CL$ CLP$|peso pesos|chilean
CNY|RMB CN¥ 元 人民币 人民幣|yuan renminbi rmb|chinese
COP|COL$ CO$|peso pesos|colombian
CRC|₡|colón colones colon|costa_rican
CUP||peso pesos|cuban
CVE||escudo escudos|cape_verdean
CZK|Kč|koruna korunas koruny korun crown crowns|czech
DJF||franc francs|djiboutian djibouti
DKK|DKr Dkr|krone kroner crown crowns|danish
DOP|RD$|peso pesos|dominican
DZD||dinar dinars|algerian
EGP|E£ LE|pound pounds|egyptian
ERN||nakfa nakfas|
ETB||birr birrs|ethiopian
EUR|€|euro euros|
FJD|FJ$|dollar dollars|fijian fiji
FKP||pound pounds|falkland
GBP|£ STG|pound pounds sterling pound_sterling pounds_sterling|british uk
GEL|₾|lari laris|georgian
GHS|GH₵ ₵|cedi cedis|ghanaian
GIP||pound pounds|gibraltar
GMD||dalasi dalasis|gambian
GNF||franc francs|guinean
GTQ||quetzal quetzales quetzals|guatemalan
GYD|GY$|dollar dollars|guyanese
HKD|HK$ HKD$ 港元 港币|dollar dollars|hong_kong
HNL||lempira lempiras|honduran
HTG||gourde gourdes|haitian
HUF|Ft|forint forints|hungarian
IDR|Rp|rupiah rupiahs|indonesian
ILS|₪ NIS|shekel shekels new_shekel new_shekels|israeli
INR|₹|rupee rupees|indian
IQD||dinar dinars|iraqi
IRR||rial rials|iranian
ISK||króna krona krónur kronur|icelandic
JMD|J$|dollar dollars|jamaican
JOD|JD|dinar dinars|jordanian
JPY|JP¥ 円 日元 日圆|yen|japanese
KES|Ksh KSh|shilling shillings|kenyan
KGS||som soms|kyrgyz kyrgyzstani
KHR|៛|riel riels|cambodian
KMF||franc francs|comorian
KPW||won|north_korean
KRW|₩ 원|won|korean south_korean
KWD|KD|dinar dinars|kuwaiti
KYD|CI$|dollar dollars|cayman
KZT|₸|tenge tenges|kazakhstani kazakh
LAK|₭|kip kips|lao laotian
LBP|L£|pound pounds lira|lebanese
LKR|SLRs|rupee rupees|sri_lankan
LRD|L$|dollar dollars|liberian
LSL||loti maloti|
LYD|LD|dinar dinars|libyan
MAD||dirham dirhams|moroccan
MDL||leu lei|moldovan
MGA||ariary ariaries|malagasy
MKD||denar denars denari|macedonian
MMK||kyat kyats|burmese
MNT|₮|tugrik tugriks togrog|mongolian
MOP|MOP$|pataca patacas|macanese macau
MRU||ouguiya ouguiyas|mauritanian
MUR||rupee rupees|mauritian
MVR||rufiyaa|maldivian
MWK||kwacha kwachas|malawian
MXN|MX$ Mex$ MXN$|peso pesos|mexican
MYR|RM|ringgit ringgits|malaysian
MZN||metical meticals meticais|mozambican
NAD|N$ NA$|dollar dollars|namibian
NGN|₦|naira nairas|nigerian
NIO||córdoba córdobas cordoba cordobas|nicaraguan
NOK|NKr Nkr nkr|krone kroner crown crowns|norwegian
NPR||rupee rupees|nepalese nepali
NZD|NZ$ NZD$|dollar dollars|new_zealand kiwi
OMR|RO|rial rials|omani
PAB||balboa balboas|panamanian
PEN|S/|sol soles|peruvian
PGK||kina kinas|
PHP|₱ Php|peso pesos piso|philippine filipino
PKR||rupee rupees|pakistani
PLN|zł zl|zloty zlotys złoty złotych zloties|polish
PYG|₲ Gs|guarani guaranis guaraní guaraníes|paraguayan
QAR|QR|riyal riyals rial rials|qatari
RON||leu lei|romanian
RSD||dinar dinars|serbian
RUB|₽ руб|ruble rubles rouble roubles|russian
RWF||franc francs|rwandan
SAR|SR|riyal riyals rial rials|saudi saudi_arabian
SBD|SI$|dollar dollars|solomon
SCR||rupee rupees|seychellois
SDG||pound pounds|sudanese
SEK|SKr Skr skr|krona kronor crown crowns|swedish
SGD|S$ SG$ SGD$|dollar dollars|singapore singaporean
SHP||pound pounds|helena
SLE||leone leones|
SOS||shilling shillings|somali
SRD||dollar dollars|surinamese
SSP||pound pounds|south_sudanese
STN||dobra dobras|
SVC||colón colones colon|salvadoran
SYP||pound pounds|syrian
SZL||lilangeni emalangeni|
THB|฿|baht bahts|thai
TJS||somoni somonis|
TMT||manat manats|turkmen turkmenistani
TND|DT|dinar dinars|tunisian
TOP|T$|paanga|
TRY|₺ TL|lira liras lirasi|turkish
TTD|TT$|dollar dollars|trinidad
TWD|NT$ TWD$ 新台币 新台幣|dollar dollars|taiwan taiwanese new_taiwan
TZS|TSh Tsh|shilling shillings|tanzanian
UAH|₴|hryvnia hryvnias hryven|ukrainian
UGX|USh Ush|shilling shillings|ugandan
USD|US$ U.S$ U.S.$ USD$ 美元 美金 ドル 米ドル|dollar dollars dólares dolares dollari|us u.s u.s. american
UYU|UY$|peso pesos|uruguayan
UZS||som soms|uzbek uzbekistani
VES||bolívar bolívares bolivar bolivares|venezuelan
VND|₫|dong dongs đồng|vietnamese
VUV||vatu vatus|
WST||tala talas|samoan
XAF|FCFA|franc francs|cfa central_african_cfa
XCD|EC$|dollar dollars|east_caribbean
XOF||franc francs|cfa west_african_cfa
XPF||franc francs|cfp
YER||rial rials riyal riyals|yemeni
ZAR||rand rands|south_african
ZMW|ZK|kwacha kwachas|zambian
ZWG||zig|zimbabwean
`;

/** Signs that several currencies share. */
const shared: readonly (readonly [sign: string, codes: string])[] = [
  ['¥', 'JPY CNY'],
  ['R', 'ZAR'],
  ['kr', 'NOK SEK DKK ISK'],
  ['Kr', 'NOK SEK DKK ISK'],
  ['KR', 'NOK SEK DKK ISK'],
  ['Rs', 'INR PKR LKR NPR MUR SCR'],
  ['RS', 'INR PKR LKR NPR MUR SCR'],
  ['₨', 'INR PKR LKR NPR MUR SCR'],
];

/** Codes that are words too: only their capitals count. */
const wordCodes = new Set('ALL TRY TOP CUP MAD GEL COP MOP SOS PEN LAK BAM SAR NAD ANG'.split(' '));

interface Row {
  readonly code: string;
  readonly signs: readonly string[];
  readonly names: readonly string[];
  readonly countries: readonly string[];
}

const words = (cell = ''): string[] => (cell === '' ? [] : cell.split(' '));
const spaced = (word: string): string => word.replaceAll('_', ' ');

const rows: readonly Row[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', signs, names, countries] = line.split('|');
    return { code, signs: words(signs), names: words(names), countries: words(countries) };
  });

/**
 * As the scan has a sign: each ideograph is a word, and only a dollar sign is part of the letters
 * before it.
 */
const phraseOf = (sign: string): string =>
  sign.replace(/(?<=\p{Script=Han})(?=.)|(?<=[A-Za-z])(?=[£¥₵/])/gu, ' ');

function tableOf(): Phrases<Currencies> {
  const phrases = new Phrases<Currencies>();
  const named = new Map<string, string[]>();
  for (const { code, names } of rows)
    for (const name of names) named.set(name, [...(named.get(name) ?? []), code]);
  for (const [name, codes] of named) phrases.add(codes, spaced(name));
  for (const { code, signs, names, countries } of rows) {
    phrases.addAsWritten([code], code);
    if (!wordCodes.has(code)) phrases.add([code], code);
    for (const sign of signs) phrases.addAsWritten([code], phraseOf(sign));
    for (const name of names)
      for (const country of countries) addOfCountry(phrases, code, `${country} ${name}`);
  }
  const dollars = rows.filter(({ names }) => names.includes('dollar') || names.includes('peso'));
  phrases.add(
    dollars.map(({ code }) => code),
    '$|¢',
  );
  phrases.add(['USD'], 'us $|u.s. $|usd $');
  for (const [sign, codes] of shared) phrases.addAsWritten(codes.split(' '), sign);
  return phrases;
}

/** The francs of two unions are called alike. */
function addOfCountry(phrases: Phrases<Currencies>, code: string, name: string): void {
  const isUnion = name.startsWith('cfa ');
  phrases.add(isUnion ? ['XAF', 'XOF'] : [code], spaced(name));
}

export const currencies = tableOf();
