import config from "./config";
import { duel } from "./setup";

export const machine = duel.createMachine(config);
