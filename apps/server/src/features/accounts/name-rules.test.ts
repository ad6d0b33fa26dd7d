import { MESSAGES } from '@quizmaster/contract/messages'
import { describe, expect, test } from 'vitest'
import { nameRefusal } from './name-rules.ts'

describe('a display name', () => {
  // Towns, surnames, first names and things that a careless filter rejects.
  test.each(
    `Scunthorpe; Penistone; Essex Girl; Sussex Sam; Middlesex; Dickinson; Emily Dickinson; Charles Dickens; Philip K. Dick
    Moby Dick; Hancock; Herbie Hancock; Peacock; Cockburn; Alistair Cooke; Hitchcock; Cockermouth; Shitake; Shiitake Fan
    Nigeria; Niger River; Nigel Mansell; Nigella; Snigger; Clitheroe; Lightwater; Cassandra; Assange; Assam Tea; Bass Player
    Classic Quiz; Massachusetts; Grass Hopper; Matsushita; Yamashita; Harshit; Akshit; grape juice; Therapist; Rapeseed
    Montenegro; Rio Negro; Pissarro; Camille Pissarro; Wankel Engine; Wankhede; Slutsk; Titanic; Titus; Blue Tit
    Turdus; Georgy; Prince Stephen; Manus; Janus; Uranus; Stefanus; Analyst; Canal Walk; Panama Canal; Cumbria; Cummings
    Magna Cum Laude; Arsenal; Fagan; Fagin; Fukuoka; Fukuda; Kung Fu; Fuchs; Focke; Buckminster; Semenov; Caster Semenya
    Dildora; Kike Garcia; Van Dyke; Maine Coon; Pakistan; Spice Girl; Hello Kitty; Pussycat; Chinkapin; Nazia; Nazir
    Whitler; John Lee Hooker; Babcock; Woodcock; Shuttlecock; Isaac Untermeyer; Chris Hitchens; Jas Hitendra; Putamen; Åbo Fan
    Shital Shah; Assunta; Pakistani; Dick Van Dyke; Gandhi; Aaron Moore; Max Xerxes; Xavier X; Ishita Roy; Octopussy; Joe Cocker; Nute Gunray; Puttanna; Matteo Cazo
    Sanal Kumar; Manal; Siriporn; Pornic; Shittim; Harass Not; Lass of Richmond; Potassium; Ambassador`
      .split(/[;\n]/)
      .map((name) => name.trim()),
  )('%s is not an insult', (name) => {
    expect(nameRefusal(name)).toBeNull()
  })

  test.each(
    `Olivia; Emma Watson; Liam Neeson; Noah Ark; Sophia Loren; Isabella; Mia Wallace; Lucas; Benjamin; Charlotte; Amelia Earhart
    Henrik Ibsen; Søren Kierkegaard; Zoë Kravitz; José Martí; François Truffaut; Jürgen Klopp; Björk Fan; Łukasz; Çağla; Nguyễn Văn An
    Мария Кюри; Дмитрий; Ольга 1987; Αλέξανδρος; 山田太郎; 김민준선수; محمد علي; יוסי כהן; สมชายใจดี; प्रिया शर्मा
    O'Connor; Anne-Marie; Jean-Luc P.; Mary Jane; Dr. Who; Player 455; Player 4821; Agent 007; Room 455; R2-D2 Fan; C-3PO x
    quizking99; QuizQueen; xX_Dragon_Xx; Trivia Newton John; The Quizzard; Les Quizerables; Quizmaster Ben; Night Owl; Mr. Bean 2
    Badminton; Badminton Pro; Padmini; Vladmir; Supporter; Rosa Parks; Staffan; Staffordshire; Modesto; Botany Bay; Helpful Hal`
      .split(/[;\n]/)
      .map((name) => name.trim()),
  )('%s is welcome', (name) => {
    expect(nameRefusal(name)).toBeNull()
  })

  test.each([
    'fuckface',
    'FUCKER 99',
    'Fuuuuck You',
    'f u c k you',
    'fu ck you',
    'f.u.c.k.',
    'f-u-c-k off',
    'f_u_c_k',
    'f*ck you',
    'f**k this',
    'fück you',
    'f\u200bu\u200bc\u200bk',
    'fu\u00adck you',
    'ＦＵＣＫ ＹＯＵ'.normalize('NFKC'),
    'fυck you',
    'fuсk you',
    'ꜰᴜᴄᴋ you',
    'MotherFucker',
    'sh1thead',
    'sh!t happens',
    '$hit happens',
    'sh*t face',
    's h i t s',
    'Big Shit',
    'BigShitShow',
    'shit1234',
    '99shit99',
    'a$$hole',
    '455hole',
    'assh0le',
    'B1tch Please',
    'b i t c h',
    'bitсhy one',
    'TheRapist',
    'Heil Hitler',
    'H1tl3r lives',
    'kill yourself',
    'Arschloch 7',
    'Fvck You',
    'phuck you',
    'f@ck off',
    'cvnt man',
    'ni99er',
    'Dick Sucker',
    'aasssshhoollee',
    'biiitch wwhhoorree',
    'faaaggooot',
    'xXslutXx',
    's1ut girl',
    'kissmyass',
    'Piece0fShit',
    'blow job',
    'Sieg Heil',
    'jungle bunny',
    'Zipperhead',
    'Schlampe',
    'vaffanculo',
  ])('%s is refused', (name) => {
    expect(nameRefusal(name)).toBe(MESSAGES.displayNameInsulting)
  })

  test.each([
    'Admin',
    'Quizmaster admin',
    'QuizmasterAdmin',
    'quizmasteradmin',
    'quizmaster_team',
    'The Quizmaster Team',
    'Quizmaster Official',
    'Quizmaster Help',
    'Quizmaster',
    'QU1ZMASTER',
    'Moderator',
    'M0derator Mike',
    'a d m i n',
    '@dmin Anna',
    'Аdmіn Anna',
    'ádmin anna',
    'SiteAdmin',
    'support',
    'Tech-Support',
    'Staff of Quizmaster',
    'Deleted player',
    'DeletedPlayer',
  ])('%s is refused as an impersonation', (name) => {
    expect(nameRefusal(name)).toBe(MESSAGES.displayNameReserved)
  })
})
