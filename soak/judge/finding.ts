/** What a run came to, one sentence each. */

/** `undecided`: the run was too short or the machine too restless to say. `told`: a figure without a promise. */
export type Word = 'holds' | 'broken' | 'undecided' | 'told'

export interface Finding {
  readonly what: string
  readonly word: Word
  readonly says: string
}

/** The worst of all. Where something is not decided, the whole is not. */
export const wordOf = (findings: readonly Finding[]): Exclude<Word, 'told'> =>
  (['broken', 'undecided'] as const).find((word) => findings.some((each) => each.word === word)) ?? 'holds'
