/**
 * Turns of phrase that claim something in words that are plain one by one: that others use it now, that it came out as
 * elsewhere, that nothing was lost, what should be done, how far it reaches. Each is a construction, open in its nouns.
 */

/** A construction, with a sentence that has it. */
export interface ClaimPhrase {
  readonly id: 'later' | 'alike' | 'harmless' | 'stress' | 'advice' | 'reach' | 'state' | 'merit';
  readonly example: string;
  /** Over a sentence in small letters; every gap in it has a bound. */
  readonly pattern: RegExp;
  /** Where the clause tells a procedure it is an ordinary part of it. */
  readonly unlessProcedure?: true;
}

const outcome =
  '(?:outcomes?|results?|relief|advantages?|improvements?|answers?|picture|conclusions?|effects?|behaviou?r|patterns?|trends?|tendenc(?:y|ies)|findings?|verdict|fate|story|figures|curve|savings|benefits?|gains?|success|quality|performance)';
const manner = '(?:way|manner|fashion|extent|degree)';
const trouble =
  '(?:side effects?|difficult(?:y|ies)|trouble|problems?|obstacles?|hurdles?|price|toll|sacrifices?|drawbacks?|handicap|issues?|effort|work|tuning|training|maintenance|supervision|penalty|harm|damage|loss|losses|losing|downtime|costs?|fuss|compromise|faults?|failures?|mistakes?|errors?|hesitation|hitch|complaints?|waste|risk|doubt|exception|surprises?|delay)';
const some =
  '(?:any |further |extra |additional |much |more |real |the least |the slightest |a |a single )?';
const quantity =
  '(?:accuracy|quality|precision|recall|errors?|loss|losses|latency|throughput|bandwidth|yields?|scores?|ranking|performance|speed|memory|traffic|costs?|misses|bills?|output|savings?|signal|taste|strength|health|growth|readings|predictions?|answers?|results?|findings?)';

/** What somebody would have a cause for. */
const cause =
  'advantages?|benefits?|differences?|drops?|gains?|gap|improvements?|increase|penalty|reductions?|savings?|slowdown|speedups?';
/** Takes other causes away. */
const only =
  '(?:therefore |thus |hence |simply |merely |only |just |nothing but |nothing more than |\\w+ly ){0,2}';

const distance =
  '(?:gaps?|differences?|advantages?|lead|margins?|deficits?|edge|discrepanc(?:y|ies)|penalt(?:y|ies)|overheads?)';

/** The table, in order of what is claimed. */
export const claimPhrases: readonly ClaimPhrase[] = [
  {
    id: 'later',
    example: 'The filter is now running in the control room.',
    pattern:
      /\beditorial (?:review|board|office)\b|\b(?:appeared|accepted|submitted|published|presented) (?:in|at|to|by|for) (?:an? |the )?(?:\w+ )?(?:conference|journal|magazine|proceedings|workshop)\b|\b(?:has|have) (?:\w+ )?(?:since|already|begun|started|become|long|meanwhile|now)\b|\b(?:has|have) been \w+ing\b|\b(?:has|have) been (?:in (?:use|service|operation)|running for|taken up|rolled out)\b|\b(?:is|are) (?:now|today|currently) (?!not\b)|\b(?:is|are) already (?:used|running|being|in)\b|\b(?:is|are) in (?:\w+ )?(?:use|service)\b|\bin (?:daily|regular|wide|active|everyday|commercial|routine) (?:use|service|operation)\b|\b(?:plan|plans|want|wants|hope|hopes|intend|intends) to (?:use|adopt|install|buy|roll|extend|deploy|follow|introduce)\b|\b(?:came|come|comes|grew|learned|learnt|began|begun|started) to (?:love|like|trust|rely|depend|prefer|expect|enjoy|appreciate|value|use it)\b|(?<!\b(?:are|is|was|were|been|be)(?: \w+)? )\b(?:ask|asks|asked|beg|begs|begged|queue|queued|clamour|clamoured) for\b/gi,
  },
  {
    id: 'later',
    example: 'The batteries now last a season.',
    pattern:
      /\b(?!(?:is|was|has|does|this|its)\b)(?:\w+s now (?!(?:and|are|be|being|in|on|at|of|the|to|that)\b)[a-z]{3,}|\w+ now (?!(?:is|was|has|as|its|this)\b)[a-z]{2,}s)\b/gi,
  },
  {
    id: 'alike',
    example: 'The reports of a second winter gave the same picture.',
    pattern: new RegExp(
      `\\b(?:same|identical|similar|comparable|like|equal|alike|no different|equivalent) (?:\\w+ )?${outcome}\\b|\\b(?:is|are|stays?|remains?) (?:exactly |practically |nearly |much |largely )?(?:the same|identical|alike|equal|equivalent) (?:for|in|on|at|across|to|with|under|whether|everywhere)\\b|\\bagree(?:s|d)? (?:well |closely |perfectly )?with\\b(?! the result files)|\\b(?:in line|in agreement|in accord|in keeping|in harmony|on a par|on par) with\\b|\\b(?:bears?|bore|borne) out\\b|\\bmatch(?:es|ed)? (?:that|those|what|earlier|published|known|theory)\\b|\\btall(?:y|ies|ied) with\\b|\\b(?:just )?as (?:\\w+ )?(?:well|good|quick|quickly|fast|sharp|strong|reliable|reliably|safe|safely|accurate|accurately|often|much|little) as (?:any|the|an?|in|on|those|that|before|with|new)\\b|\\b(?:do|does|did|is|are|behaves?|fares?) (?:exactly|just|precisely|quite) (?:what|as|like)\\b|\\bno (?:differently|less well)\\b|\\bjust as (?:much|many|well|fast)\\b|\\bequally (?:well|good|fast|fine|safe|(?!likely)\\w+ly)\\b|\\bwith (?:equal|the same|similar) (?:accuracy|care|certainty|confidence|ease|precision|reliability|skill|success)\\b`,
      'gi',
    ),
  },
  {
    id: 'alike',
    example: 'Peppers reacted in the same manner.',
    pattern: new RegExp(
      `\\b(?:same|similar|like|identical) ${manner}\\b|\\blike an? (?!\\w+ (?:of|that|which|with)\\b)`,
      'gi',
    ),
    unlessProcedure: true,
  },
  {
    id: 'alike',
    example: 'Snow comes off as well as mud does.',
    pattern:
      /\bas well as (?:\w+ ){1,4}(?:do|does|did)\b|\bas (?!(?:well|far|soon|long|many|much|few|often|high|low|close|near|late|early|big|large|little|defined|described|given)\b)\w+ as\b(?! (?:possible|needed|necessary|required))/gi,
  },
  {
    id: 'alike',
    example: 'Keys are looked up at the same speed as before.',
    pattern: new RegExp(
      `\\b(?:at|in|with) (?:the same|equal|identical) (?:\\w+ )?(?:${quantity}|time|rate|price) as (?:always|before|ever|previously|without)\\b`,
      'gi',
    ),
  },
  {
    id: 'alike',
    example: 'Nodes agree sooner than they used to.',
    pattern:
      /\b(?:less|more|sooner|\w{3,}er) than (?:they|it|he|she|ever|in (?!the\b)|before|any|anyone|expected|hoped|others?)\b/gi,
  },
  {
    id: 'state',
    example: 'Tools kept in the shed rust less.',
    pattern:
      /(?<!\b(?:once|no|any|and|or|one|two|three|than|the|is|are|was|were) )\b(?:less|more)(?= ?[.;]|$)/gi,
  },
  {
    id: 'harmless',
    example: 'It ran on, leaving no stream behind.',
    pattern: /\b(?:leaving|losing|missing|dropping|wasting) (?:no|none|nothing|not a|hardly)\b/gi,
  },
  {
    id: 'harmless',
    example: 'The trick needs no tuning.',
    pattern: new RegExp(
      `\\b(?:needs?|needed|requires?|required|poses?|posed|causes?|caused|with|has|had|have|give|gives|gave|makes?|made|shows?|showed|costs?|cost|calls? for|called for|leaves?|left|brings?|brought|pays?|paid|incurs?|incurred|entails?|entailed|exacts?|carries|carried|meets?|faces?|faced|suffers?|suffered) (?:no|little|hardly any|nothing|not a single|zero) ${some}(?:difference|${trouble})\\b|\\b(?:needs?|requires?|costs?|takes?) (?:no|nothing|little|hardly|neither|only)\\b|\\b(?:can|could)(?:not| not| hardly| scarcely) (?:\\w+ly )?(?:(?:hear|see|feel|taste|notice|smell|spot|find) (?:a |any |the )?(?:\\w+ )?(?:difference|change|trace|gap|flaw|fault|noise)|tell|distinguish|fail|go wrong|escape)\\b|\\b(?:can|could) (?:\\w+ly )?(?:tell|taste) \\w|\\bat no (?:price|cost|expense|point|time|moment|stage)\\b|\\b(?:did|does|do|will) not (?:\\w+ly )?(?:change|alter|affect|influence|harm|hurt|disturb|impair|damage|spoil|shift|move) (?:the |its |their |this |that |these )?(?:\\w+ )?(?:${outcome}|ranking|order|verdict)\\b|\\b(?:did|does|do|will|would) not (?:\\w+ly )?(?:miss|matter|suffer|fail|lose|blink|complain|break|falter|hurt|degrade|go back|come back|flinch|wear|struggle|stray|mind)\\b|\\b(?:adds?|loses?|misses|changes?|forgets?|spoils?) nothing\\b|\\b(?:is|are|was|were) (?:left )?(?:\\w+ly )?(?:untouched|unaffected|unharmed|unscathed|undiminished|unimpaired|undisturbed|unhurt)\\b|\\bnot hinge on\\b|\\bnot (?:affected|delayed|slowed|weakened|harmed|hurt|impaired|influenced|disturbed|compromised|damaged|diminished|bothered)\\b|(?<!there )\\b(?:leaves?|is|are|makes?|knows?|finds?|sees?|meets?|shows?|spares?) no (?!longer|such|more|less|part|control|comparison)\\w+|\\b(?:hardly|barely|scarcely) \\w+|\\b(?:not|without) (?:\\w+ )?(?:a single|a trace|a hitch|a doubt)\\b`,
      'gi',
    ),
  },
  {
    id: 'harmless',
    example: 'The method carries on without further work.',
    pattern: new RegExp(
      `\\bwithout ${some}${trouble}\\b|\\b(?:no longer|too(?= ?[.;]|$)|never again|any longer|any more)\\b|\\b(?:rarely|seldom|hardly ever) (?!(?:does|has|is|its|this|was)\\b)\\w+s\\b`,
      'gi',
    ),
    unlessProcedure: true,
  },
  {
    id: 'stress',
    example: 'Even the authors of the library liked it.',
    pattern:
      /(?<!\ban )\beven\b(?! (?:though|if|when|so|number|numbers|numbered|spacing|after|where|as|layer|surface|rows?|days?)\b)|\bwhatsoever\b|\bhands down\b|\bat all (?!three|four|five|six|times? points)\w|\bnothing short\b|\blike (?:clockwork|a charm)\b|\bwith (?:ease|confidence|flying)\b|\bof the past\b|\bno match\b|\b(?:game changer|free lunch|silver bullet|dead weight|household name|step ahead|second nature|second to none|here to stay)\b|\bput(?:s|ting)? an end\b|\b(?:in|within) (?:no time|a season|weeks|days)\b|\b(?:turn|turns|turned) out\b|\bprove[sd]? (?:to be|itself|its|their|that)\b|\b(?:end|ends|ended) up\b|\bcomes? as no\b|\bgoes to show\b|\b(?:beyond|without) (?:dispute|question|doubt|compare|rival)\b|\bonce and for all\b|\bfor good\b|\btakes? the \w+ out\b|\b(?:look|looks|looked|take|takes|run|runs|speak|speaks|sell|sells|explain|explains) (?:after |care of |for )?(?:itself|themselves)\b|\b(?:far|much|a lot|considerably|noticeably|visibly|somewhat) (?:less|more|fewer|\w{3,}er)\b(?! than (?:one|a|two))|\bby a (?:wide|large|clear|good|comfortable)\b|\bmore than (?:enough|happy|a match)\b|(?<!\b(?:is|are|was|were|been|be|the|a|each|of) )\b(?:hold|holds|held|stand|stands|stood) (?:its own|its ground|their own|their ground|up|out)\b|\b(?:than|as|before|like) (?:the|any|most|all|every|an?) (?:\w+ ){1,2}(?:do|does|did|can|could|will)\b|\b(?:came|come|comes) (?:through|out ahead|out on top|close|into its own)\b|\b(?:caught|catch|catches|keeps?|kept) up with\b|\bshrug(?:s|ged)? off\b|\bmakes? (?:short work|light of)\b|\bwhat (?:\w+ ){1,3}(?:miss|misses|overlook|overlooks|cannot)\b|\b(?:spells?|marks?|means?) the (?:end|death|dawn|start|beginning) of\b|\b(?:is|are) history\b|\b(?:nobody|no one|nothing|none|nor) (?:can|will|would)\b(?! be (?:said|told|learned|learnt|concluded|inferred|read|known|added)\b)|^not (?:one|a|once)\b|\bevery (?:single )?time(?= ?[.,;]|$)|\bcomes? alive\b|\b(?:sees|hears|knows|thinks) (?:through|what|when|how)\b|\b(?:learned|learnt|realised|realized|found|discovered|saw|sees|agree|agreed|felt|feel|believe|believed|report|reported|admit|admitted|concede|conceded|noticed|showed|confirmed) that\b|(?<!\b(?:reader|readers|reviewer|reviewers) )\bwill (?:not |never |soon |all |also |always |still )?(?!not\b|be (?:read|found)\b)\w+|\bnone the (?:wiser|worse|poorer)\b|\bit is \w+ (?:\w+ )?that (?:counts|matters|decides|wins)\b|\bwhat (?:\w+ ){1,2}(?:is|are|was|were) (?:made|meant|built|born) for\b|\b(?:take|takes|took) care of\b|\b(?:may|might) (?:just )?as well\b|\bso much as\b|\b(?:come|comes|came) round to\b|\bbuys? nothing\b|\bnowhere to be\b|^no (?:\w+ ){1,2}(?:should|can|will|would|must)\b|\bfrom now on\b|\bnext to (?:no|nothing)\b|\bof (?:its|their) own accord\b|\bfollow(?:s|ed)? suit\b|\bstand(?:s)? a chance\b|\btakes? no notice\b|\btook no notice\b|\b(?:is|are) what (?:it|they) (?:was|were)\b|\b(?!was|is|does|has)\w{3,}s again(?= ?[.;])|\b(?:simply|just|surely) (?:cannot|could not|can not)\b|\b(?:off|from|in|on|to|with|by) neither\b|\b(?:can|could) (?:now )?\w+ (?:\w+ ){0,4}(?:again|at last)(?= ?[.,;]|$)|\bstayed (?:put|calm|sharp|fresh|cool|ahead|the same)\b|\b(?:is|are|was|were) (?:plain|clear|evident) (?:to|that|from)\b|(?<!\b(?:that|which) )\b(?:is|are|was|were) hard (?:to|from)\b|\bhard to (?:argue|beat|deny|dispute|fault|ignore|improve|match|miss|overlook|overstate|resist|surpass|top)\b|\b(?:in|at) (?:the blink|a heartbeat|a flash|lightning|a stroke)\b|\b(?:is|are|was|were|has|have) all but (?!an?\b|one\b|the\b|two\b|those\b)\w+/gi,
  },
  {
    id: 'advice',
    example: 'The old policy should be retired at once.',
    pattern:
      /\b(?:should|must|ought to|deserves? to|has to|have to|needs? to|can|could|will) (?:now |therefore |thus |soon |also |safely |simply |easily |already |all |always )?be (?:retired|replaced|adopted|abandoned|preferred|deployed|installed|standard|taught|mandatory|recommended|trusted|scrapped|rolled|introduced|banned|relied|applied|transferred|extended|dispensed|skipped|dropped|had for|certain|sure|expected|counted|built into|used (?:any|every|in practice|instead|at home|on any|by any|for any|as is|out of))\b|\b(?:should|must|can|could|will|may) (?:now |therefore |thus |soon |also |safely |simply |easily |already |all |always |finally )?(?:adopt|switch|buy|abandon|afford|skip|do without|forget|stop \w+ing|expect|trust|cope|compete|count on|rely|rest|look forward|retire|halve|relax|dispense|give up|do away|save|cut|spare|stand in|leave out|take over|take the place|follow suit)\b|\bshould be (?!read|noted|left out|kept in mind|seen as|taken as|treated|understood|compared|borne)\w+|\bshould (?:\w+ly )?(?!not\b|be\b|have\b|only\b|therefore\b|also\b)\w+|\bwould (?:not|never) (?:\w+ ){1,3}without\b|\bwould (?:not|never|rather|gladly) (?:\w+ly )?(?:want|go|do|trade|dream|hesitate|part|miss|return|pay|buy|recommend)\b|\b(?:one|we|anyone|everyone|readers|users) (?:may|can|could|will|should) (?:\w+ )?(?:assume|expect|hope|rely|count|trust|conclude|infer)\b/gi,
  },
  {
    id: 'reach',
    example: 'The trick carries over to other trees.',
    pattern:
      /\b(?:carries|carry|carried) over\b|\btransfers? (?:to|well|directly)\b|\b(?:extends?|applies|apply|generali[sz]es?) (?:to|well|beyond|equally|directly|just|across)\b|\bholds? (?:up|good|true|for|across|beyond|under|well|firm|in (?:all|every|any|other|general|practice))\b|\bscales? (?:to|with|up|well|beyond)\b|\b(?:works?|functions?) (?:in|at|as)\b|\b(?:works?|worked|functions?) (?:on|for|with|just|even|well|equally|under|across|anywhere|best|out|too|the same|fine|without)\b|\b(?:is|are) (?:fit|ready|suited|meant|good|safe|cheap|simple|made|cut out|right) (?:for|to|enough)\b|\b(?:removes?|removed|does away with|did away with|takes? away|ends?|ended|settles?|settled|closes?) (?:the |any |all |this |that |a )?(?:\w+ )?(?:need|burden|risk|doubt|debate|question|dispute|matter|issue|case|controversy|problem|argument|worry|trouble|guesswork)\b|\b(?:opens?|opened|paves?|paved|clears?|points?) (?:up )?(?:the |a )?(?:way|door|road|path)\b|\b(?:of|for|in|on|at|to|across|under) (?:all|every|any) (?:\w+ )?(?:kinds?|sizes?|sorts?|ages?|types?|makes?|brands?|species|languages?|cit(?:y|ies)|countr(?:y|ies)|seasons?|weathers?|purposes|customers|families|children|schools|farms|homes|people|others|walks|stripes|conditions|circumstances)\b/gi,
    unlessProcedure: true,
  },
  {
    id: 'reach',
    example: 'It would run on a phone.',
    pattern:
      /\bwould (?:\w+ly )?(?:run|work|fit|suit|suffice|cope|scale|pass|profit|benefit|survive|save|thrive|respond|see|gain)\b|\bwould (?:\w+ly )?(?:be less \w+|(?:be )?(?:\w+ )?(?:better|cheaper|easier|faster|less|longer|safer|sooner)(?= ?[.,;]|$| (?:by|under|with)\b))(?!(?: [a-z]+){0,12} (?:if|unless)\b)/gi,
  },
  {
    id: 'reach',
    example: 'It sorts in linear time.',
    pattern:
      /\bin (?:linear|constant|logarithmic|quadratic|polynomial|sublinear|optimal) (?:time|space|memory)\b|\bin (?:practice|general|the long run|the field|everyday life|daily life|real life|most cases|nearly all cases|the real world|any case)\b|\b(?:is|are|was|were) (?:the|an?) (?:right|wrong|obvious|sensible|safe|preferred) \w+|\bthe (?:right|obvious|natural|only|sensible|safe|better|preferred) (?:choice|tool|way|answer|option|method)\b/gi,
  },
  {
    id: 'state',
    example: 'The board stays cool even in summer.',
    pattern:
      /\b(?:stay|stays|keep|keeps|remain|remains) (?:\w+ly )?(?:cool|calm|sharp|fresh|quiet|healthy|alive|crisp|clear|bright|clean|flat|readable|intact|untouched|unaffected|unchanged|dry|warm|stable|steady|green|firm|soft|small|short|low|high|below|above|within|the same|on course|on track|in place|ahead)\b|\b(?:leaves?) (?:\w+ ){1,3}un\w+ed\b|\b(?:is|are|was|were) (?:all |now |simply |long )?gone(?= ?[.,;]| (?:with|under|from)\b|$)|\b(?:leaves?|left|keeps?) (?:\w+ ){1,3}(?:untouched|intact|unharmed|unchanged|alive|healthy|happy)\b/gi,
  },
  {
    id: 'state',
    example: 'Accuracy is untouched.',
    pattern: new RegExp(
      `\\b(?:${quantity}|${outcome}) (?:\\w+ )?(?:(?:is|are|was|were|stays?|stayed|remains?|remained) (?:left |wholly |fully |quite |completely |entirely |practically |almost |hardly |barely |not |so |very |now |all |more |less )?(?:untouched|unchanged|intact|unaffected|preserved|retained|flat|high|low|good|fine|sharp|crisp|the same|identical|equal|alike|small|tiny|large|big|close|right|correct|exact|stable|steady|real|clear|beyond|raised|lowered|excellent|acceptable|sound|genuine|impressive|enough|down|up|halved|cut|gone|due)|(?:\\w+ly )?(?:vanish|vanishes|vanished|disappears?|disappeared|collapses?|explodes?|soars?|soared|plummets?|plummeted|shrinks?|tumbles?|speaks? for|lasts?|persists?|endures?|continues?|fades?|sets in|agrees?|agreed|shows? that|proves?|leaves? no))\\b`,
      'gi',
    ),
  },
  {
    id: 'state',
    example: 'Differences between the seeds are within noise.',
    pattern: new RegExp(
      `\\b(?:is|are|was|were|lies?|lay|falls?|fell|stays?|stayed|remains?|remained|well|still|sits?) (?:\\w+ )?(?:above|below|beyond|buried in|inside|lost in|outside|within|in) (?:the |its |their )?(?:\\w+ )?(?:noise|error bars?|margin of error|run-to-run variation|measurement error|statistical (?:error|fluctuations?))\\b|\\b${distance} (?:\\w+ ){0,3}?(?:closes?|closed|narrows?|narrowed|widens?|widened|vanish(?:es|ed)?|opens?|opened|holds?|melts?|melted|evaporates?|evaporated)\\b`,
      'gi',
    ),
    unlessProcedure: true,
  },
  {
    id: 'state',
    example: 'Meetings became more focused.',
    pattern:
      /\b(?:became|becomes|become|grew|grows|seems?|seemed|feels?|felt|sounds?|sounded) (?:\w+ly )?(?:an?|the|more|less|much|far|so|very|too|as|\w{3,}er|\w{3,}ful|\w{3,}less|\w{3,}able)\b/gi,
    unlessProcedure: true,
  },
  {
    id: 'merit',
    example: 'The lost packets are due to rain.',
    pattern: new RegExp(
      `\\b(?:is|are|was|were) (?:\\w+ly )?(?:due|owed|owing|thanks|attributable) to\\b|\\b(?:is|are|was|were) ${only}(?:an? |the )?(?:\\w+ )?(?:consequence|symptom|by-?product|artefact|artifact|manifestation|effect) of\\b|\\b(?:${cause}) (?:\\w+ ){0,4}?(?:(?:arise|come|originate|result|stem)s?|arose|came|resulted|stemmed) from\\b`,
      'gi',
    ),
  },
  {
    id: 'merit',
    example: 'The dropped requests were of no importance.',
    pattern:
      /\b(?:is|are|was|were) (?:\w+ly )?of (?:\w+ ){0,2}(?:importance|consequence|concern|relevance|interest|use|value|help)\b/gi,
  },
  {
    id: 'merit',
    example: 'This makes the cloud unnecessary.',
    pattern:
      /\b(?:makes?|made|making|renders?|rendered|rendering) (?:\w+ ){1,4}?(?:unnecessary|obsolete|superfluous|redundant|possible|impossible|pointless|easier|easy|harmless|affordable|needless|cheap|cheaper|trivial|feasible|safe|safer|simpler|useless|irrelevant|happy|worthwhile|sense)\b|\bpays? (?:for itself|off|its way|back|dividends)\b|\b(?:is|are|was|were) (?:the|its|their) (?:cause|reason|key|answer|solution|cure|future|proof|secret|explanation)\b|\b(?:results?|resulted) in (?:a |an )?(?:\w+ )?(?:better|lower|higher|gains?|savings?|loss|improvement|faster|fewer|less|more)\b|\b(?:gives?|gave|rise) rise to\b|\b(?:leads?|led) to (?!a (?:line|row|page|file)\b)\w|\b(?:we|they|it) (?:have |has )?(?:solved|succeeded|managed|proved|shown|showed|established|discovered)\b|\bwhat (?:matters|counts)\b|\b(?:is|are|was|were|becomes?|became) (?:the |an? )(?:\w+ )?(?:main|chief|true|real|root|bane|bug|gamble|lottery|myth|trap|dead end|marvel|wonder|perfect|ideal|welcome|great|waste|matter of|friend|enemy|threat|blessing|curse|relief|bargain|must|joy|pleasure|triumph|nuisance|burden|boon|gift|godsend|winner|success|failure|disaster|mistake|shame|luxury|remedy|cure|lesson|leap|advance|asset|safeguard|guarantee|delight|favourite|favorite)|\b(?:is|are) an? (?:thing of|solved|death|lost cause)\b|\bha(?:s|ve) no (?:chance|hope|need|reason|rival|equal|trouble|limits?|secrets?|place|bearing|influence)\b|\bworth (?:the|every|it|its|using|having|doing)\b/gi,
  },
];

/** What each kind of construction says, as the end of a finding. */
export const phraseReasons: Readonly<Record<ClaimPhrase['id'], string>> = {
  later: 'says what happens with it by now, of which no file of the run tells',
  alike: 'says that something came out alike; print the values that show it',
  harmless: 'says what did not happen; print the count that shows it',
  stress: 'stresses what no claim shows',
  advice: 'says what should or can be done by others',
  reach: 'reaches beyond what was tried',
  state: 'says how a quantity came out; print its value',
  merit: 'says what it is good for or what it brings about',
};
