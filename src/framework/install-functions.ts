// Imported by every program that reads expressions, for what it does: a module is evaluated once.
import { installFunctions } from '../expression/functions/functions.ts';
import { MAP_FUNCTIONS } from './map/functions/map-functions.ts';
import { SIGNAL_FUNCTIONS } from './signals/signal-functions.ts';

installFunctions(MAP_FUNCTIONS);
installFunctions(SIGNAL_FUNCTIONS);
