import type { InterestRow } from '../../../src/feeds/derivatives/interest-rows.ts'

const STEP_SECONDS = 300

/** Rows of every five minutes in `[from, until]` hours before now, oldest first; dollars at 100 per coin. */
export const interestRows = (usd: number, now: number, from = 27, until = 0): InterestRow[] => {
  const second = Math.floor(now / 1_000)
  const rows: InterestRow[] = []
  for (let ago = from * 3_600; ago >= until * 3_600; ago -= STEP_SECONDS) rows.push([second - ago, usd / 100, usd])
  return rows
}
