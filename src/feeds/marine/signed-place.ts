import { fixed } from '../../canonical/decimal.ts'

/** A point as it is signed. */
export const signedPlace = ({ lat, lon }: { readonly lat: number; readonly lon: number }) => ({
  lat: fixed(lat, 4),
  lon: fixed(lon, 4),
})
