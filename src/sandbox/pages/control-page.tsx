import { isSuccess } from "../api/deliveries.ts";
import type { Fault, Faults } from "../faults.ts";
import type { State } from "../state.ts";
import type { Webhooks } from "../webhooks.ts";
import { Layout } from "./layout.tsx";
import { Box, type Region, RegionBox, region, Time, versionOf } from "./parts.tsx";

const mostShown = 50;

export interface Control {
  readonly state: State;
  readonly webhooks: Webhooks;
  readonly faults: Faults;
  readonly path: string;
}

export function controlRegions({ state }: Control): Region[] {
  return [region("deliveries", <Deliveries state={state} />)];
}

/** The sandbox's own levers: past deliveries and their redelivery, disturbances of deliveries, faults of the API. */
export function ControlPage(control: Control) {
  const regions = controlRegions(control);
  const { faults, path } = control;
  return (
    <Layout title="Deliveries and faults" path={path}>
      <h1>Deliveries and faults</h1>
      <h2>Faults of the programming interface</h2>
      <Box>
        {faults.list().length === 0 ? <p class="muted">None set.</p> : null}
        <ul>
          {faults.list().map((fault) => (
            <li>{describeFault(fault)}</li>
          ))}
        </ul>
        <p class="muted">{`${faults.injected()} calls were spoilt so far.`}</p>
        <form method="post" action="/_sandbox/faults">
          <label for="fault-percent">Percentage of all calls that fail with 502</label>
          <select id="fault-percent" name="percent">
            {[10, 20, 50, 100].map((it) => (
              <option value={String(it)}>{`${it} %`}</option>
            ))}
          </select>
          <button type="submit" name="action" value="before">
            Fail before the write
          </button>
          <button type="submit" name="action" value="after">
            Fail after the write
          </button>
          <button type="submit" name="action" value="clear">
            Clear all
          </button>
        </form>
      </Box>
      <h2>Next webhook delivery</h2>
      <Box>
        <form method="post" action="/_sandbox/disturb">
          <button type="submit" name="kind" value="fail">
            Fail it
          </button>
          <button type="submit" name="kind" value="lose">
            Lose it
          </button>
          <button type="submit" name="kind" value="duplicate">
            Send it twice
          </button>
        </form>
      </Box>
      <h2>Past deliveries</h2>
      <div data-poll="/_sandbox.json" data-version={versionOf(regions)}>
        {regions.map((it) => (
          <RegionBox of={it} />
        ))}
      </div>
    </Layout>
  );
}

function Deliveries({ state }: { state: State }) {
  const deliveries = state.deliveries.all().reverse().slice(0, mostShown);
  if (deliveries.length === 0) return <p class="muted">None yet.</p>;
  return (
    <div class="scroll">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Queued</th>
            <th scope="col">Outcome</th>
            <th scope="col">Again</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((it) => (
            <tr>
              <td>{`${it.event}${it.action ? `.${it.action}` : ""}${it.redelivery ? " (again)" : ""}`}</td>
              <td>
                <Time at={it.queuedAt} />
              </td>
              <td>{it.outcome ? `${isSuccess(it) ? "✓" : "✗"} ${it.outcome.status}` : "waiting"}</td>
              <td>
                {it.outcome ? (
                  <form method="post" action={`/_sandbox/deliveries/${it.id}`}>
                    <button type="submit">Redeliver</button>
                  </form>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describeFault(fault: Fault): string {
  const { answer, when, route, method } = fault;
  const what = answer.kind === "status" ? `status ${answer.status}` : answer.kind;
  const often =
    "times" in fault ? `${fault.times} times` : `${Math.round(fault.probability * 100)} % of calls`;
  return `${method ?? "any method"} ${route}: ${what} ${when} the call took effect, ${often}`;
}
