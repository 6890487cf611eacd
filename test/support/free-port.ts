import { freePorts } from '../../src/launch/free-port.ts'
import { systemRandom } from '../../src/system/random.ts'

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => (await freePorts(systemRandom, 'any')).any
