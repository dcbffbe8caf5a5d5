/** What the threads of the other modules have in common, and how they print foreign objects. Exported to them alone. */
package io.github.freestep.thread;
