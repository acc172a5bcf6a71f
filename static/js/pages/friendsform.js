/** The form that makes a friends' table. */
import { followRules } from "./house.js";

followRules(document.querySelector(".friends-form"), "presets");
