import type { RestEndpointMethodTypes } from "@octokit/rest";
import type { Label, Repository } from "../model.ts";
import type { State } from "../state.ts";
import { nodeId } from "./node-id.ts";
import { apiUrl } from "./repository.ts";

type LabelResponse = RestEndpointMethodTypes["issues"]["getLabel"]["response"]["data"];

export function labelShape(state: State, repository: Repository, label: Label): LabelResponse {
  return {
    id: label.id,
    node_id: nodeId("label", label.id),
    url: `${apiUrl(state, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: label.isDefault,
    description: label.description,
  };
}
