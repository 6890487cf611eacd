import type { Answer } from './dialect.ts'

/** What the values of some fields are multiplied by, by the name of the field. */
export type Factors = Readonly<Record<string, number>>

/** A number in JSON, or one that stands in quotes. */
const NUMBER = String.raw`("?)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\1`
const DIGITS = 12

const times = (written: string, factor: number): string =>
  String(Number((Number(written) * factor).toPrecision(DIGITS)))

const changed = (text: string, factors: Factors): string =>
  Object.entries(factors).reduce(
    (body, [field, factor]) =>
      body.replaceAll(
        new RegExp(`"${field}":${NUMBER}(?=[,}])`, 'g'),
        (_, quote: string, written: string) => `"${field}":${quote}${times(written, factor)}${quote}`,
      ),
    text,
  )

/**
 * A reply in which every number under these names is wrong. Everything else is as the provider writes it; a reply that is
 * no text has no names.
 */
export const misstated = (answer: Answer, factors: Factors): Answer => ({
  ...answer,
  body: typeof answer.body === 'string' ? changed(answer.body, factors) : answer.body,
})
