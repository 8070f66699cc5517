import { afterAll } from "vitest";
import { storeContract } from "../store/store-contract.ts";
import { dropScratchDatabase, scratchPostgres } from "./scratch-postgres.ts";

afterAll(dropScratchDatabase);

storeContract("PostgreSQL", scratchPostgres);
