/**
 * The words that the grammar of answers knows, by what they do in a sentence. Any other word is
 * left over.
 */

import { Phrases } from './phrases.js';

/**
 * `plain` words change nothing. `base` is before what something is compared with, `bound` before a
 * limit, `rise` and `fall` before a change, `loss` where an amount is negative, `forecast` where it
 * is not reported, `doubt` where its author does not vouch for it, `hedge` where that is open, and
 * `refusal` where none is given. `answer` marks the one that counts; `again` is before the same
 * amount in other words. `source`, `knowledge` and `score` name what an amount or period is about
 * that is no answer.
 */
export type Role =
  | 'plain'
  | 'base'
  | 'to'
  | 'bound'
  | 'rise'
  | 'fall'
  | 'loss'
  | 'forecast'
  | 'doubt'
  | 'hedge'
  | 'refusal'
  | 'advice'
  | 'answer'
  | 'again'
  | 'contrast'
  | 'source'
  | 'published'
  | 'knowledge'
  | 'score'
  | 'not'
  | 'between';

const words: Readonly<Record<Role, string>> = {
  plain: `
    a|an|the|this|that|these|those|it|its|their|his|her|our|they|them|we|i|you|he|she|me|my|your
    us|which|who|whose|what|there|here|is|was|were|are|be|been|being|has|have|had|did|does|do
    will be reported|equals|equal to|equaled|equalled|amounted|amounts|amounting|totaled
    totalled|totaling|totalling|came|comes|come in|came in|stood|stands|reached|hit|reported
    reports|report that|recorded|records|posted|posts|generated|generates|earned|achieved
    delivered|recognized|recognised|disclosed|states|stated|shows|shown|showed|shows that
    showing|says|said|gives|given|lists|listed|indicates|indicated|found|find|in|for|at|on|of|as
    by|with|within|during|over the period|through|per the|under|about the|from the|into|upon|via
    and|also|so|thus|therefore|hence|then|well|which means|meaning|resulting|result is|yields
    yielding|giving|leaves|company|company's|firm|group|corporation|business|organization|issuer
    inc|corp|co|ltd|plc|llc|ag|sa|se|nv|holdings|value|values|figure|figures|number|numbers
    amount|total|totals|overall|sum|level|answer is that|result|reported figure|reported value
    exact|exactly|precise|precisely|actual|actually|final|official|officially|correct|right
    consolidated|worldwide|global|globally|group-wide|company-wide|all|whole|entire|full|about
    approximately|approx|around|roughly|circa|ca|c|some|nearly|almost|just about
    estimated at about|or so|only|just|fiscal|calendar|financial|year|years|quarter|quarters
    quarterly|annual|annually|annualy|period|periods|half|months|month|ended|ending|end|year end
    fy|q|year over year|year on year|yoy|quarter over quarter|qoq|sequentially|y/y|yr|based
    according|per|see|source|sources|cited|citing|using|used data from|as reported|as stated
    as disclosed|as shown|reference|referenced|in total|altogether|in all|in aggregate
    net of nothing|as of|as at|dated as of|please|note|note that|nb|thank|thanks|hello|hi|sure
    yes|certainly|of course|okay|ok|happy|help|let|know|need|more|details|if you need|if any
    if you have|any|further|in us dollars|in millions of us dollars|unit|units|currency|scale
    expressed|stated in|denominated|converted|conversion|equivalent|year-end|year end count
    count|counted|located|operated|operates|operating as|open|opened as|deliver|run|ran|runs
    outstanding|percent|percentage|ratio|proportion|fraction|decimal|basis|points|rounded
    rounding|unrounded|before rounding|when rounded|to one decimal|precision|nearest|anything
    else|hope|helps|helpful|assist|glad|feel|free|ask|assistance|great|good|absolutely|quick
    brief|management|i'd|i'll|everything|welcome|gaap|either|ifrs|near|directly|earlier|later
    confusion|made|spent|declared|employed|week|weeks|day|days|hour|hours|minute|minutes
    contributed|own|go|goes|went|money|operations|taken|having|metric|item|line|activities
    description|low end|high end|midpoint|end of the range|respectively|grew that much|grew|much
    that much|big|large|strong|record|data|dataset|database|table|filing shows|information|info
    statement|statements|balance sheet|income statement|cash flow statement|calculation
    calculated|calculate|computed|compute|computation|divided|divide|dividing|multiplied
    multiply|formula|dividing by|average of|question|asked|asking|requested|query|user|looking
    look|looked|lookup|retrieved|retrieve|search|searched|searching|while|where|when|since
    because|due|whereas|provide|provides|provided|providing|access|accessed|verify|verified
    confirm|confirmed|confirms|determine|determined|locate|identify|identified|obtain|obtained
    extract|extracted|available|publicly|public|reliable|will|would like|able|have a|have the
    have found|has been|recall|remember|understand|memory|therefore the|first|second|step|steps
    work|working|solution|solve|solved|thus the|table below|following|below|above mentioned
    follows|let's|i've|i'm|we'll|it's|that's|here's|we've|you're|there's|what's|can|used|use
    uses|driven by|other words|namely|specifically|basically|simply|clearly|indeed
    respectively the same|respective|corresponding|relevant|specific|particular|same
    hundred percent sure|confident|i am confident|with confidence
  `,
  base: `
    since|after|before|including|of which|consisting of|comprising|comprised of|made up of
    composed of|from|than|versus|vs|compared with|compared to|comparing to|compared|against
    relative to|over|up from|down from|as against|in comparison with|in comparison to
    in contrast to|prior-year|beat|beats|beating|missed|misses|topped|tops|surpassed|surpassing
  `,
  to: 'to',
  bound: `
    more than|less than|fewer than|at least|at most|up to|under|above|below|exceeding|exceeded
    in excess of|no more than|no less than|not more than|not less than|greater than|upwards of
    minimum of|maximum of|over about|≤|≥
  `,
  rise: `
    rose|rise|rises|risen|rising|grew by|increased|increase|increases|increasing|up|climbed
    climb|jumped|jump|gained|gain of|improved|improvement|expanded|expansion|surged|higher
    growth of|growth|advanced|added|widened|soared|higher by
  `,
  fall: `
    fell|fall|falls|fallen|falling|decreased|decrease|decreases|decreasing|declined|decline
    declines|declining|down|dropped|drop|drops|reduced|reduction|shrank|shrunk|contracted
    contraction|lower|slipped|slid|narrowed|plunged|lower by
  `,
  loss: `
    loss|losses|net loss|deficit|shortfall|outflow|outflows|negative|minus|net outflow|cash used
    used in|in the red|lost
  `,
  forecast: `
    guide|guide to|guiding|guided to|expected|expects|expect|expecting|forecast|forecasts
    forecasted|forecasting|guidance|guided|guides|consensus|consensus estimate|projected
    projects|projection|projections|outlook|target|targets|targeted|targeting|budget|budgeted
    planned|plans|anticipated|anticipates|predicted|predicts|prediction|analysts|analyst
    analysts expected|will be|would be|could be|should be|estimate|estimates|wall street
    preliminary|pre-announced|modeled|modelled|goal|aims|aimed|scheduled|prospective|pro-jected
  `,
  doubt: `
    rough|mention|mentions|mentioned|snippet|snippets|guess|guesses|guessing|guessed|guesstimate
    assume|assumes|assuming|assumed|assumption|assumptions|make up|made up|making up
    make up a number|invent|invented|invention|fabricated|fabricate|hypothetical|hypothetically
    placeholder|typical|typically|illustrative|illustration|for example|example|sample|dummy
    fictional|fictitious|imaginary|speculative|speculation|speculate|ballpark|not verified
    unverified|extrapolated|extrapolating|extrapolation|random|arbitrary|simulated|estimated
    i estimate|i would estimate|estimating|best guess|rough guess|educated guess|rumored
    rumoured|rumor|unconfirmed|alleged|allegedly
  `,
  hedge: `
    if|whether|maybe|perhaps|probably|possibly|likely|might|may be|may|could|should|i think
    i believe|believe|think|presumably|apparently|seems|seem|appears|appear|suggests|suggest
    uncertain|unsure|not sure|not certain|reportedly|supposedly|would
  `,
  refusal: `
    do not know|don't know|does not know|doesn't know|not know|cannot|can not|can't|could not
    couldn't|unable to|unable|am unable|was not able to|were not able to|am not able to
    not able to|did not find|didn't find|failed to|fail to|do not have|don't have|does not have
    doesn't have|did not have|didn't have|have no|has no|had no|no access|without access
    lack access|lack|not available|unavailable|not publicly available|not disclosed|undisclosed
    not reported|not provided|not found|not given|not stated|no data|no information|no reliable
    no figure|no figures|no value|no values|no such|no result|no results|unknown|n/a|na
    insufficient|not possible|impossible|decline to|refuse to|sorry|i am sorry|i'm sorry
    apologize|apologies|unfortunately
  `,
  advice: `
    financial advice|investment advice|legal advice|tax advice|professional advice|advice
  `,
  answer: `
    answer|answers|final answer|the answer is|short answer|bottom line is|conclusion
    in conclusion|in summary|in short|to summarize|overall answer
  `,
  again: `
    or|i.e|i.e.|ie|e.g|that is|equivalently|equivalent to|equal to|equals|in other words
    also written|which is|which equals|aka|or about|or approximately
  `,
  contrast: `
    but|however|though|although|nevertheless|nonetheless|yet|still|on the other hand
  `,
  source: `
    10 - k|10 - q|20 - f|8 - k|6 - k|40 - f|10k|10q|10 k|10 q|annual report|quarterly report
    annual reports|report|reports|filing|filings|press release|earnings release|release
    presentation|earnings call|transcript|form|sec|edgar|note|notes|page|pages|p|pg|item|section
    exhibit|appendix|footnote|table|figure|schedule|chapter|xbrl|website|investor relations
    results|earnings report|financial statements|universal registration document|prospectus
    proxy statement|factset|bloomberg|reuters|yahoo finance|macrotrends|statista|wikipedia
  `,
  published: `
    reported on|as reported on|filed|filed on|dated|published|published on|announced
    announced on|released|released on|issued|issued on|accessed|accessed on|retrieved on|updated
    last updated|updated on|updated in|as updated|submitted
  `,
  knowledge: `
    last update|my last update|last knowledge update|knowledge update|training cutoff|outdated
    up to date|knowledge|knowledge cutoff|knowledge cut off|cutoff|cut off|training data
    training|trained|my data|last updated in|ends in
  `,
  score: `
    confidence|confidence score|confidence level|certainty|probability|likelihood|score|rating
    confident at|relevance
  `,
  not: `
    none|nothing|not|isn't|wasn't|weren't|aren't|never|neither|nor|rather than|instead of|no
    no longer|incorrect|wrong|false|excluding|except|without|before restatement|restated from
    unlike
  `,
  between: 'between|ranging|range of|ranges|ranged|in the range of',
};

/** All roles of a phrase that is in two lists: the later one counts. */
export const vocabulary = new Phrases<Role>();
for (const [role, list] of Object.entries(words) as [Role, string][])
  for (const line of list.trim().split('\n')) vocabulary.add(role, line.trim());
