/**
 * What a process ends with when a setting or a key file is wrong, or the store is one of another release: another start
 * would end the same way. `EX_CONFIG` of sysexits.h, so that a service manager can be told not to try again
 * (`RestartPreventExitStatus=78`).
 */
export const WRONG_SETTING = 78
