import type { BankQuestion } from '@quizmaster/content/topic-file'
import { fault, note, type Problem } from './finding.ts'
import { textsOf } from './question-rules.ts'

/** 'meter' alone may be a gas meter; after a number it is a length. */
const METERS = /\b(?:[\d,.]*\d|square|cubic|hundred|thousand|million|few|one|two|ten) meters?\b/i

/** American spellings and common misspellings in every text of a question. */
export function* spellingRules(question: BankQuestion): Iterable<Problem> {
  for (const [place, text] of textsOf(question)) {
    if (METERS.test(text)) yield fault(`${place} says 'meter': British is 'metre'`)
    for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) yield* wordSpelling(place, word, text, index)
  }
}

function* wordSpelling(place: string, word: string, text: string, at: number): Iterable<Problem> {
  const lower = word.toLowerCase()
  const right = CORRECT_BY_MISSPELLING.get(lower)
  if (right !== undefined) yield fault(`${place} says '${word}' for '${right}'`)
  const british = BRITISH_BY_AMERICAN.get(lower)
  if (british === undefined || isName(word, text, at)) return
  const reason = `${place} says '${word}': British is '${british}'`
  yield DOUBTFUL_SPELLINGS.has(lower) ? note(reason) : fault(reason)
}

/** Names keep their spelling: Pearl Harbor, Labor Day. At the start of a sentence, a name needs a second capital. */
function isName(word: string, text: string, at: number): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  const before = text.slice(0, at)
  return !/(?:^|[.?!] )'?$/.test(before) || /^ \p{Lu}/u.test(text.slice(at + word.length))
}

const OUR_WORDS = `color honor labor neighbor harbor flavor humor rumor vapor armor odor savior behavior favor endeavor
  parlor splendor tumor valor vigor fervor clamor candor demeanor ardor rancor savor`
const OUR_ENDINGS = [
  '',
  's',
  'ed',
  'ing',
  'ful',
  'less',
  'able',
  'ite',
  'ites',
  'hood',
  'hoods',
  'er',
  'ers',
  'al',
  'y',
]

const DOUBLED_WORDS = `travel cancel model label fuel signal level tunnel channel marvel quarrel counsel dial duel jewel
  shovel snorkel spiral total towel unravel panel pedal rival funnel chisel swivel`
const DOUBLED_ENDINGS = ['ed', 'ing', 'er', 'ers']

const RE_WORDS = `center theater fiber saber caliber luster specter somber meager scepter maneuver
  kilometer centimeter millimeter nanometer liter milliliter centiliter deciliter`
const RE_ENDINGS = ['', 's', 'ed']

const AMERICAN_PAIRS = `aluminum aluminium, analyze analyse, analyzed analysed, analyzing analysing, paralyze paralyse,
  paralyzed paralysed, catalyze catalyse, catalyzes catalyses, electrolyze electrolyse, advertize advertise,
  advertized advertised, exercize exercise, supervize supervise, surprize surprise, televized televised,
  improvize improvise, improvized improvised, disguized disguised, airplane aeroplane, airplanes aeroplanes,
  anesthetic anaesthetic, anesthesia anaesthesia, anemia anaemia, archeology archaeology,
  archeologist archaeologist, archeologists archaeologists, catalog catalogue, cozy cosy, defense defence,
  defenses defences, offense offence, pretense pretence, diarrhea diarrhoea, dialog dialogue, donut doughnut,
  donuts doughnuts, enrollment enrolment, fulfill fulfil, fulfills fulfils, skillful skilful, willful wilful,
  installment instalment, gotten got, gray grey, grays greys, grayish greyish, hemoglobin haemoglobin,
  jewelry jewellery, leukemia leukaemia, licorice liquorice, marvelous marvellous, woolen woollen, math maths,
  mold mould, molds moulds, moldy mouldy, molt moult, molts moults, molting moulting, mom mum,
  mustache moustache, mustaches moustaches, orthopedic orthopaedic, pajamas pyjamas, pediatric paediatric,
  pediatrician paediatrician, plow plough, plows ploughs, plowed ploughed, plowing ploughing, skeptic sceptic,
  skeptical sceptical, skeptics sceptics, smolder smoulder, smoldering smouldering, sulfur sulphur,
  checkered chequered, favorite favourite, favorites favourites, maneuvering manoeuvring, traveler traveller,
  artifact artefact, artifacts artefacts, toward towards, omelet omelette,
  yogurt yoghurt, mollusk mollusc, mollusks molluscs, estrogen oestrogen, esophagus oesophagus`

/** Words that are also British in another sense or by choice, so only notes. */
const DOUBTFUL_SPELLINGS: ReadonlySet<string> = new Set(
  'gray grays sulfur toward yogurt artifact artifacts tumor dialog mold molds'.split(' '),
)

/** British words by their American spelling, lower case. A short list of common mistakes. */
const BRITISH_BY_AMERICAN: ReadonlyMap<string, string> = new Map([
  ...family(OUR_WORDS, OUR_ENDINGS, (word) => word.replace(/or$/, 'our')),
  ...family(DOUBLED_WORDS, DOUBLED_ENDINGS, (word) => `${word}l`),
  ...family(RE_WORDS, RE_ENDINGS, (word) => (word === 'maneuver' ? 'manoeuvre' : word.replace(/er$/, 're'))),
  ...pairs(AMERICAN_PAIRS),
])

function family(words: string, endings: readonly string[], british: (word: string) => string): [string, string][] {
  return words
    .split(/\s+/)
    .flatMap((word) => endings.map((ending): [string, string] => [word + ending, british(word) + ending]))
}

function pairs(list: string): [string, string][] {
  return list.split(/,\s*/).map((pair) => {
    const [american = '', british = ''] = pair.trim().split(' ')
    return [american, british]
  })
}

const MISSPELLINGS = `accomodate accommodate, accross across, acheive achieve, acheived achieved, adress address,
  agressive aggressive, aparent apparent, appearence appearance, arguement argument, athiest atheist,
  begining beginning, beleive believe, belive believe, buisness business, calender calendar, carribean caribbean,
  catagory category, cemetary cemetery, charachter character, collegue colleague, comming coming, commitee committee,
  concious conscious, definately definitely, desparate desperate, diffrent different, dilemna dilemma,
  dissapear disappear, dissapeared disappeared, dissapoint disappoint, embarass embarrass, enviroment environment,
  existance existence, experiance experience, familar familiar, finaly finally, foriegn foreign, fourty forty,
  foward forward, freind friend, goverment government, governer governor, grammer grammar, guage gauge, harrass harass,
  heigth height, hieght height, independant independent, interupt interrupt, intresting interesting, irresistable
  irresistible, knowlege knowledge, liason liaison, libary library, medeival medieval,
  mediteranean mediterranean, mediterannean mediterranean, millenium millennium, minature miniature,
  miniscule minuscule, mischevious mischievous, neccessary necessary, necesary necessary, noticable noticeable,
  occassion occasion, occured occurred, occurence occurrence, occurrance occurrence, ocurred occurred, paralel parallel,
  parliment parliament, particulary particularly, peice piece, percieve perceive, persistant persistent,
  pharoah pharaoh, pharoahs pharaohs, posess possess, posession possession, prefered preferred, presance presence,
  privelege privilege, probaly probably, pronounciation pronunciation, publically publicly, questionaire questionnaire,
  recieve receive, recieved received, recomend recommend, refered referred, religous religious, remeber remember,
  rythm rhythm, rhythym rhythm, seige siege, sentance sentence, seperate separate, seperated separated,
  sieze seize, similiar similar, succesful successful, sucess success, supercede supersede, supprise surprise,
  suprise surprise, temperture temperature, tendancy tendency, threshhold threshold,
  tommorow tomorrow, tounge tongue, truely truly, twelth twelfth, unforseen unforeseen, untill until, useing using,
  vaccum vacuum, vegatable vegetable, vehical vehicle, visable visible, volcanos volcanoes, wich which, wierd weird,
  writting writing, yeild yield, teh the, adn and, thier their, becuase because, alot a-lot`

/** Correct words by a common misspelling, lower case. */
const CORRECT_BY_MISSPELLING: ReadonlyMap<string, string> = new Map(
  MISSPELLINGS.split(/,\s*/).map((pair): [string, string] => {
    const [wrong = '', right = ''] = pair.trim().split(/\s+/)
    return [wrong, right.replace('-', ' ')]
  }),
)
