import { writeMarker } from "./marker.ts";

/** What our comment says once the report no longer shows the error it answered. */
export function renderWithdrawn(): string {
  return `${writeMarker([])}
The report has changed and no longer shows the error that was answered here, so that answer is withdrawn.

<sub>Written automatically. A new log in the issue is read again.</sub>
`;
}
