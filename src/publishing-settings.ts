import { Type } from '@sinclair/typebox'
import { text, whole } from './setting-kinds.ts'

/** How often items are published, and of how many answers. */
export const publishing = {
  CADENCES: Type.Optional(text('Other periods in seconds, by actor or prefix, `price/spot=10,ticker/kraken=7`')),
  TICKS_GROUPED_ABOVE: whole(
    'Items of one period share jobs, up to 40 each, when they are more than this; up to here each has a job of its own',
    500,
    0,
    1_000_000,
  ),
  QUORUM: Type.Optional(
    Type.Integer({
      description: 'Replaces every quorum. Only for replaying recordings; refused by `npm start`',
      minimum: 1,
      maximum: 99,
    }),
  ),
}
