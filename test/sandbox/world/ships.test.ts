import { describe, expect, test } from 'bun:test'
import { vessel } from '../../../src/feeds/marine/vessel.feed.ts'
import { reportOf, SHIPS } from '../../../src/sandbox/world/earth/ships.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** What the real readers and the feed make of the ships of the simulated Baltic. */

const onDemand = vessel.onDemand!
const subjectOf = (mmsi: string) => onDemand.subjectOf(mmsi)!

/** Does what the actor of a ship does, without models that need an agreement. */
const watch = (on: Stage) => {
  const world = polledBoards(on)
  return {
    world,
    see: async (mmsi: string) => {
      const subject = subjectOf(mmsi)
      let boards = vessel.boards(subject)
      for (const asked = new Set<string>(); boards.length > 0;) {
        for (const board of boards) {
          asked.add(board.id)
          if (board.source.rights !== 'noncommercial') await world.poll(board)
        }
        const look = lookAt(world.states, on.clock.now())
        boards = onDemand.further!(subject, look).filter(({ id }) => !asked.has(id))
      }
      return vessel.conclude(subject, lookAt(world.states, on.clock.now()))
    },
  }
}

const see = (mmsi: string, on = stage()) => watch(on).see(mmsi)
const contentOf = (outcome: Awaited<ReturnType<typeof see>>) => {
  if (outcome.kind !== 'concluded') throw new Error(JSON.stringify(outcome))
  return outcome.content as { position: { lat: number; lon: number }; sog_kts: number | null; wave_cell: object }
}

describe('the ship of the documents', () => {
  test('is sold with its name, its speed and the waves of its cell', async () => {
    expect(contentOf(await see('230629000'))).toMatchObject({
      ship_name: 'AURORA OF SAND',
      sog_kts: 18.4,
      missing: [],
      degraded: false,
      sources: ['digitraffic', 'noaawavewatch'],
    })
  })

  test('moves at its speed', async () => {
    const on = stage()
    const { see: look } = watch(on)
    const { position: from } = contentOf(await look('230629000'))
    on.clock.move(1_800_000)
    const { position: to, sog_kts } = contentOf(await look('230629000'))
    const east = (to.lon - from.lon) * 60 * Math.cos((from.lat * Math.PI) / 180)
    expect(Math.hypot((to.lat - from.lat) * 60, east) * 2).toBeCloseTo(sog_kts!, 0)
  })

  test('is where it was seen while its provider is away, and goes on when that is back', async () => {
    const on = stage()
    const { see: look, world } = watch(on)
    const { position } = contentOf(await look('230629000'))
    await on.post({ halt: ['digitraffic'] })
    on.clock.move(600_000)
    expect(contentOf(await look('230629000'))).toMatchObject({ position, missing: ['digitraffic'], degraded: true })
    on.clock.move(6 * 3_600_000)
    expect(await look('230629000')).toMatchObject({ kind: 'last_heard' })
    // Another worker that never saw it has nothing to say.
    expect(await see('230629000', on)).toEqual({ kind: 'input_missing', input: 'digitraffic' })
    await on.post({ resume: ['digitraffic'] })
    const again = await look('230629000')
    expect([again.kind, world.asked.length > 4]).toEqual(['concluded', true])
  })
})

describe('a ship', () => {
  test('in a harbour has the waves of the cell before it, and on a lake none', async () => {
    expect(contentOf(await see('261000470'))).toMatchObject({
      position: { lat: 54.21, lon: 18.66 },
      sog_kts: 0,
      wave_cell: { lat: 54.5, lon: 18.5 },
    })
    expect(await see('230990040')).toMatchObject({ kind: 'no_data_here' })
  })

  test('that does not know its speed, or its place, says so', async () => {
    expect(contentOf(await see('276000110'))).toMatchObject({ sog_kts: null, cog_deg: null, heading_deg: null })
    expect(await see('275000220')).toMatchObject({
      kind: 'last_heard',
      message: expect.stringMatching(/, without a position$/) as string,
    })
  })

  test('that was last heard eight days ago is not sold, however new the reply is', async () => {
    expect(await see('241930010')).toMatchObject({
      kind: 'last_heard',
      message: expect.stringMatching(/^last heard at 2026-11-10T12:0\d:\d\dZ/) as string,
    })
  })

  test('that sails elsewhere is not known', async () => {
    expect(await see('366999712')).toEqual({ kind: 'not_known', message: 'nobody has heard of 366999712' })
  })
})

test('ships are asked about by those who take compressed replies', async () => {
  const { world } = stage()
  const url = 'http://127.0.0.1:9000/meri.digitraffic.fi/api/ais/v1/locations?mmsi=230629000'
  const asked = async (headers: Readonly<Record<string, string>>) =>
    (await world.handle(new Request(url, { headers })))!
  expect([(await asked({})).status, (await asked({ 'accept-encoding': 'gzip' })).status]).toEqual([406, 200])
})

test('ships go to and fro, and report no more often than ships do', () => {
  const [ship] = SHIPS
  const start = Date.UTC(2026, 10, 18)
  const hours = Array.from({ length: 48 }, (_, hour) => reportOf(ship!, start + hour * 3_600_000))
  for (const { lat, lon, course } of hours) {
    expect([lat >= 57.2 && lat <= 58.9, lon >= 19.4 && lon <= 20.4]).toEqual([true, true])
    expect([course > 190 && course < 210, course > 10 && course < 30].filter(Boolean)).toEqual([true])
  }
  expect(new Set(hours.map(({ course }) => Math.round(course))).size).toBe(2)
  expect(reportOf(ship!, start + 9_999)).toEqual(reportOf(ship!, start))
})
