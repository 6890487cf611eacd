import type { SettlerDeps } from './deps.ts'

/** Blocks of half a minute on Base. After these without one of our waiting transactions, the queue is stuck. */
const STUCK_BLOCKS = 15n
/** How often the fee is doubled at first. Nodes take a replacement for a tenth more; eight times is surely enough. */
const DEARER = 3
const DEAREST = 5
/** Missing numbers that are filled at once. */
const MOST = 16

/**
 * Keeps the account's queue moving. It fills a number whose transaction was lost, since the pool would hold back all
 * later ones. It replaces the first transaction of the queue if it is not mined for many blocks because its fee has
 * become too low. The replacement is an empty transaction; the sweeper signs the replaced payment again, unless it has
 * expired.
 */
export const jamClearer = ({
  chain,
  key,
  numbers,
  log,
}: Omit<SettlerDeps, 'claims' | 'clock'>): (() => Promise<void>) => {
  let seen: { readonly mined: number; readonly height: bigint } | null = null

  const fill = async (number: number, dearer: number): Promise<boolean> => {
    const filler = await chain.sign(key, [], number, dearer)
    const sent = filler && (await chain.broadcast(filler.raw))
    if (sent?.kind === 'underpriced' && dearer < DEAREST) return fill(number, dearer + 1)
    log.warn('settlement.number_filled', { account: key.address, number, outcome: sent?.kind ?? 'unreachable' })
    return sent?.kind === 'accepted'
  }
  const fillMissing = async (): Promise<void> => {
    for (let filled = 0; filled < MOST; filled++) {
      const number = await numbers.takeMissing()
      if (number === null) return
      const done = await fill(number, 0)
      if (!done) return numbers.giveBack(number)
      numbers.used(number)
    }
  }
  const replaceStuck = async (): Promise<void> => {
    const [mined, waiting, height] = await Promise.all([
      chain.count(key.address, 'latest'),
      chain.count(key.address, 'pending'),
      chain.height(),
    ])
    if (mined === null || waiting === null || height === null || waiting === mined) return void (seen = null)
    if (seen?.mined !== mined) return void (seen = { mined, height })
    if (height - seen.height < STUCK_BLOCKS) return
    await fill(mined, DEARER)
    seen = null
  }
  return async () => {
    await fillMissing()
    await replaceStuck()
  }
}
