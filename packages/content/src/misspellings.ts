const PAIRS = `accomodate accommodate, accross across, acheive achieve, acheived achieved, adress address,
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

/** Right words by a common slip, lower case. */
export const RIGHT_BY_MISSPELLING: ReadonlyMap<string, string> = new Map(
  PAIRS.split(/,\s*/).map((pair): [string, string] => {
    const [wrong = '', right = ''] = pair.trim().split(/\s+/)
    return [wrong, right.replace('-', ' ')]
  }),
)
