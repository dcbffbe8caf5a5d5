/** What the threads of the other modules have in common. Exported to them alone. */
package io.github.freestep.thread;
