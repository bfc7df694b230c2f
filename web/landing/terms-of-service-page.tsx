import { type Clause, PolicyPage } from "./policy-page.tsx";

const clauses: readonly Clause[] = [
  {
    title: "Who may use it",
    text: "You must be at least 13 years old. You are responsible for your account and for keeping its password to yourself.",
  },
  {
    title: "Squads",
    text: "Whoever creates a squad becomes its admin. A squad is public or private. Members can leave at any time, and admins can remove members and make other members admins.",
  },
  {
    title: "Your photos stay yours",
    text: "You keep all rights to what you upload. You allow us to store it and to show it to the people the squad's settings let in. Upload only what you may share.",
  },
  {
    title: "Be a good mate",
    text: "No harassment, no hatred, nothing unlawful, and no photos of people who asked you not to. Do not try to get into squads or accounts that are not yours. We may remove content and close accounts that break these rules.",
  },
  {
    title: "Fees",
    text: "Should a part of the service cost a fee, its price is shown before you agree to it. Fees are non-refundable.",
  },
  {
    title: "As it is",
    text: "The service is provided as it is, without warranties of any kind. Keep copies of what you cannot replace. To the extent the law allows, we are not liable for indirect damage.",
  },
  {
    title: "Governing law and arbitration",
    text: "These terms are governed by the law of California. Disputes that we cannot settle by talking are decided by binding arbitration in California, and not in court or as a class action, except where the law does not allow that.",
  },
  {
    title: "Changes",
    text: "We may change these terms. If the change matters, you will hear of it in the app before it takes effect.",
  },
];

/** The rules of the house. */
export const TermsOfServicePage = () => (
  <PolicyPage
    title="Terms of Service"
    intro="By using Swellmates you agree to the following. It is short on purpose."
    clauses={clauses}
  />
);
