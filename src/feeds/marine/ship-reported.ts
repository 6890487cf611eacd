import { Type } from '@sinclair/typebox'
import { MarinePoint } from './route-answer.ts'

/** The fields of the ship of a voyage; `null` where a place was given and no ship. */
export const SHIP_FIELDS = {
  mmsi: Type.Union([Type.String(), Type.Null()], {
    description: 'Maritime Mobile Service Identity, nine digits; null where no ship was named',
  }),
  ship_name: Type.Union([Type.String(), Type.Null()], {
    description: 'As the ship sends it; null where it sent none or no ship was named',
  }),
  last_report: Type.Union(
    [
      Type.Object({
        ...MarinePoint,
        ais_timestamp: Type.String({ description: 'When the report was received by a station, UTC' }),
        source: Type.String({ description: 'Whose report it is' }),
      }),
      Type.Null(),
    ],
    {
      description:
        'Where the ship was heard when its voyage was computed first, four decimals; departure is the grid point nearest to it. null where no ship was named',
    },
  ),
}

export const ShipReported = Type.Object(SHIP_FIELDS)
