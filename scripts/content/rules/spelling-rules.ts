import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BankQuestion } from '@quizmaster/content/topic-file'
import british from 'dictionary-en-gb'
import nspell from 'nspell'
import { fault, type Finding, note, type Problem } from './finding.ts'
import { textsOf } from './question-rules.ts'
import { type BankFile, isImported } from './topic-rules.ts'

/** The list of our own words, in the bank's folder. */
const WORDS_FILE = 'words.txt'

/** A British dictionary that spells with -ise, plus the names and terms that the bank uses. */
export interface Dictionary {
  knows: (word: string) => boolean
  /** The lines of words.txt. */
  ownWords: readonly string[]
}

/** Loads the dictionary and `words.txt` in `folder`. A missing list counts as empty. */
export async function readDictionary(folder: string): Promise<Dictionary> {
  const list = await readFile(join(folder, WORDS_FILE), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return dictionaryWith(list.split('\n').filter((line) => line !== ''))
}

/** The dictionary with these words in addition to its own. */
export function dictionaryWith(ownWords: readonly string[]): Dictionary {
  const hunspell = nspell(Buffer.from(british.aff), Buffer.from(british.dic))
  const own = new Set(ownWords)
  const isListed = (word: string) => own.has(word) || hunspell.correct(word)
  return { ownWords, knows: (word) => isListed(word) || isListed(word.toLowerCase()) }
}

/** Unknown words and American usage in our own topics, and mistakes in the list of words. */
export function spellingFindings(files: readonly BankFile[], dictionary: Dictionary): Finding[] {
  const written = files.filter(({ file }) => !isImported(file))
  const ofQuestions = written.flatMap(({ file, topic }) =>
    topic.questions.flatMap((question) =>
      [...spellingRules(question, dictionary)].map((problem) => ({ file, questionId: question.id, ...problem })),
    ),
  )
  const ofList = [...ownWordRules(written, dictionary.ownWords)]
  return [...ofQuestions, ...ofList.map((problem) => ({ file: WORDS_FILE, questionId: null, ...problem }))]
}

/** 'meter' alone may be a gas meter; after a number it is a length. */
const METERS = /\b(?:[\d,.]*\d|square|cubic|hundred|thousand|million|few|one|two|ten) meters?\b/i

/** American words that the dictionary accepts, lower case, with their British form. */
const BRITISH_BY_AMERICAN: ReadonlyMap<string, string> = new Map([
  ['dialog', 'dialogue'],
  ['donut', 'doughnut'],
  ['donuts', 'doughnuts'],
  ['gotten', 'got'],
  ['snorkeler', 'snorkeller'],
  ['snorkelers', 'snorkellers'],
  ['toward', 'towards'],
])

function* spellingRules(question: BankQuestion, dictionary: Dictionary): Iterable<Problem> {
  for (const [place, text] of textsOf(question)) {
    if (METERS.test(text)) yield fault(`${place} says 'meter': British is 'metre'`)
    for (const { word, isName } of wordsOf(text)) {
      const form = BRITISH_BY_AMERICAN.get(word.toLowerCase())
      if (isName) continue
      if (form !== undefined) yield fault(`${place} says '${word}': British is '${form}'`)
      else if (!dictionary.knows(word)) {
        yield fault(`${place} says '${word}', which is neither in the British dictionary nor in ${WORDS_FILE}`)
      }
    }
  }
}

interface Word {
  word: string
  isName: boolean
}

/** The words of a text without possessive endings, and without those that contain a digit. */
function wordsOf(text: string): Word[] {
  const whole = text.normalize('NFC')
  return [...whole.matchAll(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu)].flatMap(({ 0: word, index }) =>
    /\p{N}/u.test(word)
      ? []
      : [
          {
            word: word.replace(/'s$/, ''),
            isName: looksLikeName(word, whole.slice(0, index), whole.slice(index + word.length)),
          },
        ],
  )
}

/**
 * Names keep their own spelling: capitalised words within a sentence, words with a capital after the first letter, and
 * words at the start of a sentence that another capitalised word follows, as in 'Pearl Harbor'.
 */
function looksLikeName(word: string, before: string, after: string): boolean {
  if (/^.+\p{Lu}/u.test(word)) return true
  if (!/^\p{Lu}/u.test(word)) return false
  return !/(?:^|[.?!:…]['’)]* )['(]*$/.test(before) || /^[ -]\p{Lu}/u.test(after)
}

function* ownWordRules(files: readonly BankFile[], ownWords: readonly string[]): Iterable<Problem> {
  const used = new Set(
    files
      .flatMap(({ topic }) =>
        topic.questions.flatMap((question) => textsOf(question).flatMap(([, text]) => wordsOf(text))),
      )
      .flatMap(({ word }) => [word, word.toLowerCase()]),
  )
  for (const [index, word] of ownWords.entries()) {
    const previous = ownWords[index - 1]
    if (previous !== undefined && previous >= word) yield fault(`'${word}' is not in order after '${previous}'`)
    if (!used.has(word)) yield note(`'${word}' is in no question any more`)
  }
}
