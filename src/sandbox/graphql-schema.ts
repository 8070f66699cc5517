import { buildSchema } from "graphql";

/** The small part of GitHub's schema that only GraphQL gives, with GitHub's names and types. */
export const schema = buildSchema(`
  scalar URI
  scalar DateTime
  scalar BigInt
  enum ReportedContentClassifiers { ABUSE DUPLICATE OFF_TOPIC OUTDATED RESOLVED SPAM }
  enum IssueState { OPEN CLOSED }
  interface Node { id: ID! }
  interface Actor { login: String! url: URI! }
  type Bot implements Actor & Node { id: ID! login: String! url: URI! }
  type User implements Actor & Node { id: ID! login: String! url: URI! }
  interface Minimizable { isMinimized: Boolean! minimizedReason: String viewerCanMinimize: Boolean! }
  interface Comment { id: ID! author: Actor body: String! createdAt: DateTime! updatedAt: DateTime! }
  type IssueComment implements Comment & Minimizable & Node {
    id: ID!
    databaseId: Int
    fullDatabaseId: BigInt
    author: Actor
    body: String!
    createdAt: DateTime!
    updatedAt: DateTime!
    isMinimized: Boolean!
    minimizedReason: String
    viewerCanMinimize: Boolean!
    url: URI!
    issue: Issue!
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type IssueCommentConnection { nodes: [IssueComment] totalCount: Int! pageInfo: PageInfo! }
  type Issue implements Node {
    id: ID!
    number: Int!
    title: String!
    body: String!
    state: IssueState!
    url: URI!
    author: Actor
    comments(first: Int, after: String): IssueCommentConnection!
    timelineItems(itemTypes: [IssueTimelineItemsItemType!], last: Int): IssueTimelineItemsConnection!
    repository: Repository!
  }
  enum IssueTimelineItemsItemType { CLOSED_EVENT }
  type PullRequest implements Node { id: ID! number: Int! title: String! repository: Repository! }
  union Closer = PullRequest
  type ClosedEvent implements Node { id: ID! createdAt: DateTime! closer: Closer }
  union IssueTimelineItems = ClosedEvent
  type IssueTimelineItemsConnection { nodes: [IssueTimelineItems] totalCount: Int! }
  type Repository implements Node { id: ID! name: String! nameWithOwner: String! url: URI! issue(number: Int!): Issue }
  type Query {
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    repository(owner: String!, name: String!): Repository
    viewer: User!
  }
  input MinimizeCommentInput { subjectId: ID! classifier: ReportedContentClassifiers! clientMutationId: String }
  type MinimizeCommentPayload { clientMutationId: String minimizedComment: Minimizable }
  input UnminimizeCommentInput { subjectId: ID! clientMutationId: String }
  type UnminimizeCommentPayload { clientMutationId: String unminimizedComment: Minimizable }
  input DeleteIssueInput { issueId: ID! clientMutationId: String }
  type DeleteIssuePayload { clientMutationId: String repository: Repository }
  type Mutation {
    minimizeComment(input: MinimizeCommentInput!): MinimizeCommentPayload
    unminimizeComment(input: UnminimizeCommentInput!): UnminimizeCommentPayload
    deleteIssue(input: DeleteIssueInput!): DeleteIssuePayload
  }
`);
