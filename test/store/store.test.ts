import { scratchSqlite } from "./scratch.ts";
import { storeContract } from "./store-contract.ts";

storeContract("SQLite", scratchSqlite);
