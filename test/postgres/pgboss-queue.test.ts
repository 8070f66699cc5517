import { queueContract } from "../store/queue-contract.ts";
import { scratchPostgres } from "./scratch-postgres.ts";

queueContract("PostgreSQL", scratchPostgres);
