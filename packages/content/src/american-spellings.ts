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

const PAIRS = `aluminum aluminium, analyze analyse, analyzed analysed, analyzing analysing, paralyze paralyse,
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

/** Words that Britons write too in another sense, or by choice: worth a look, no more. */
export const DOUBTFUL_SPELLINGS: ReadonlySet<string> = new Set(
  'gray grays sulfur toward yogurt artifact artifacts tumor dialog mold molds'.split(' '),
)

/** British words by the American spelling, lower case. A small list: what writers of quizzes slip on. */
export const BRITISH_BY_AMERICAN: ReadonlyMap<string, string> = new Map([
  ...family(OUR_WORDS, OUR_ENDINGS, (word) => word.replace(/or$/, 'our')),
  ...family(DOUBLED_WORDS, DOUBLED_ENDINGS, (word) => `${word}l`),
  ...family(RE_WORDS, RE_ENDINGS, (word) => (word === 'maneuver' ? 'manoeuvre' : word.replace(/er$/, 're'))),
  ...pairs(PAIRS),
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
