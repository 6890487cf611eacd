import type { WaveModel } from '../../sources/weather/weather.ts'
import { type AnyOpenFeed, defineOpenFeed } from '../open-feed.ts'
import { cellKey } from '../places/cell.ts'
import { TARIFF } from '../tariff.ts'
import { otherThan } from '../places/second-source.ts'
import { SHIP_SECONDS, shipBoard } from './ais-board.ts'
import { comparedWaves } from './compared-waves.ts'
import { lastPosition } from './last-position.ts'
import { MARINE_CANONICAL } from './marine-canonical.ts'
import { vesselAnswer, VesselAnswer, vesselTokens } from './vessel-answer.ts'
import { EXAMPLE_MMSI, vesselExample, vesselMethodology } from './vessel-texts.ts'
import { askVessel, MMSI_WORD, vesselOf, vesselSubject, type VesselSubject } from './vessel-subject.ts'
import { waveBoard } from './wave-board.ts'
import { wavesAround } from './waves-around.ts'

/**
 * The feed of a ship and the waves around it.
 *
 * @param models of the waves, the preferred one first
 */
export const vesselFeed = (models: readonly WaveModel[]): AnyOpenFeed =>
  defineOpenFeed<typeof VesselAnswer, typeof MARINE_CANONICAL.tokens, VesselSubject>({
    id: 'marine/vessel',
    family: 'marine',
    layer: 'Oracle Data',
    summary: 'Last position and speed of a ship by AIS, with the waves there, sea state and parametric triggers',
    noun: 'position and sea state',
    answer: VesselAnswer,
    exampleSubject: vesselSubject(EXAMPLE_MMSI),
    exampleOf: ({ mmsi }) => vesselExample(mmsi, models.at(-1)!),
    methodology: vesselMethodology(models),

    words: { mmsi: MMSI_WORD },
    mayBeUnknown: true,
    ask: askVessel,
    subjectOf: vesselOf,
    everySeconds: SHIP_SECONDS,
    boards: ({ mmsi }) => [shipBoard(mmsi)],
    needs: ({ key }) => [[shipBoard(key)], models],
    further: ({ mmsi }, look) => {
      const located = lastPosition(mmsi, look.now, look.boards)
      return located.kind === 'located' ? wavesAround(models, located.place, look).boards : []
    },
    after: () => [],
    conclude: ({ mmsi }, { now, boards }) => {
      const located = lastPosition(mmsi, now, boards)
      if (located.kind !== 'located') return located
      const { report, place, name, isHeld, by, missing } = located
      const around = wavesAround(models, place, { now, boards })
      if (around.kind === 'missing') return { kind: 'input_missing', input: `waves at ${cellKey(place)}` }
      if (around.kind === 'land')
        return { kind: 'no_data_here', message: `no waves around ${cellKey(place)}, where the ship is` }
      const { waves } = around
      const second = otherThan(waves.model, models)
      const beside = second && boards.read(waveBoard(second, waves.cell))?.reading
      const compared = second && comparedWaves(second, waves, beside)
      const content = vesselAnswer({ ...report, mmsi, name, place, isHeld, by, missing, waves, compared, now })
      return { kind: 'concluded', content, carry: {} }
    },

    sale: {
      path: '/oracle/marine/vessel/{mmsi}',
      price: TARIFF.vessel,
      catalogue: '/oracle/marine/catalogue',
      canonical: MARINE_CANONICAL,
      tokens: vesselTokens,
      sellableSeconds: 5 * SHIP_SECONDS,
      preview: null,
    },
  })
