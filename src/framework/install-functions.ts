// Imported by every program that reads expressions, for what it does: a module is evaluated once.
import { installFunctions } from '../expression/functions/functions.ts';
import { MAP_FUNCTIONS } from './map/functions/map-functions.ts';

installFunctions(MAP_FUNCTIONS);
