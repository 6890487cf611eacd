import type { Bought } from '../../client/src/bought.ts'

/** What an answer cost, for people: `paid $0.01 in USDC on eip155:8453, 0x…`. */
export const paidText = ({ paid }: Pick<Bought, 'paid'>): string => {
  if (paid === null) return 'nothing was paid'
  if (paid.rail === 'l402') return `paid ${paid.sats} sats over Lightning`
  return `paid $${paid.usd} in USDC on ${paid.network}${paid.transaction === null ? '' : `, ${paid.transaction}`}`
}

/** What must be said where a key that was known was replaced. */
export const replacedText = ({ successor }: Bought['verification']): readonly string[] =>
  successor === undefined
    ? []
    : [
        `The key that you gave was replaced: whoever has stolen it could have made this answer. If the new one is the service's, give ${successor} in its place.`,
      ]
