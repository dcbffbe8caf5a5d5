/**
 * An agent that records calls of chosen methods as events of JDK Flight Recorder, for JDK 17 to 24. From JDK 25 on, the
 * recorder itself does so. Its classes are on the boot class path, where every class loader of a game finds them.
 */
@NullMarked
package io.github.freestep.agent;

import org.jspecify.annotations.NullMarked;
