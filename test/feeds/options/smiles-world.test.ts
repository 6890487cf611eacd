import { describe, expect, test } from 'bun:test'
import type { AnyFeed } from '../../../src/feeds/feed.ts'
import { smileVenues } from '../../../src/feeds/options/smiles/option-market.ts'
import { OPTION_SUBJECTS } from '../../../src/feeds/options/chains/option-subjects.ts'
import type { SurfaceAnswer } from '../../../src/feeds/options/surface/surface-body.ts'
import type { SviAnswer } from '../../../src/feeds/options/smiles/svi-body.ts'
import { SVI_WORK } from '../../../src/feeds/options/smiles/svi-schedule.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { someOf } from '../../support/draws.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'

/** Curves and surface over the simulated exchanges, as their readers read them. */

const feedOf = (id: string): AnyFeed => registry.feeds.find((feed) => feed.id === id)!

describe.each(OPTION_SUBJECTS.map((subject) => [subject.domain, subject] as const))('%s', (_domain, subject) => {
  test('has curves of every venue within two minutes, and a surface without alerts', async () => {
    const one = await fed({ feed: feedOf('iv-surface'), subject })
    one.conclude()
    await one.minute()
    const found = one.conclude()
    if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
    const surface = found.content as SurfaceAnswer
    expect(surface.sources).toEqual([...smileVenues(subject)])
    expect(surface.expiry_count).toBeGreaterThan(7)
    expect(surface.svi_expiry_count).toBe(surface.expiry_count)
    expect(surface.compared_count).toBeGreaterThan(50)
    // All of them are quoted around one smile.
    expect([surface.divergence_alerts, surface.mispricing_alerts]).toEqual([[], []])
    for (const { atm } of surface.expiries)
      for (const iv of Object.values(atm)) expect(Math.abs(iv - atm['pooled']!)).toBeLessThan(1)
  }, 30_000)
})

describe('one venue that is wrong', () => {
  const svi = feedOf('svi')
  const subject = OPTION_SUBJECTS[0]!

  const concluded = async (fault: object) => {
    const one = await fed({ feed: svi, subject })
    one.conclude()
    await one.on.post(fault)
    await one.on.post({ shock: { 'spot.BTC': 1.02 } })
    await one.minute()
    const found = one.conclude()
    if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
    return { content: found.content as SviAnswer, evaluations: Number(found.carry['evaluations']) }
  }
  const honest = concluded({})

  const cases = smileVenues(subject).flatMap((venue) => [
    [venue, 'is silent', { halt: [venue] }] as const,
    [venue, 'says what it said yesterday', { stale: { [venue]: 86_400_000 } }] as const,
    [venue, 'lies by 5 %', { lie: { [venue]: 1.05 } }] as const,
    [venue, 'writes hundredths', { lie: { [venue]: 100 } }] as const,
  ])
  test.each(someOf(cases, 7, 3))(
    '%s %s',
    async (_venue, _what, fault) => {
      const [right, { content, evaluations }] = [(await honest).content, await concluded(fault)]
      expect(content.slice_count).toBe(right.slice_count)
      for (const [at, slice] of content.slices.entries())
        expect(Math.abs(slice.atm_iv - right.slices[at]!.atm_iv)).toBeLessThan(0.75)
      expect(evaluations).toBeLessThanOrEqual(SVI_WORK.evaluations)
    },
    30_000,
  )
})
