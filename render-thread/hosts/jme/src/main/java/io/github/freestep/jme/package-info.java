/**
 * Minie's {@code BulletAppState} on the turns of {@code freestep-smooth}. The game's turn begins in a listener that is
 * called before the application, because states are called only after input listeners and queued tasks.
 *
 * <p>Rejected: locks around calls, or commands, because games call a thousand native methods. Also rejected: wheels
 * beside the shown chassis, because they are off by 20 cm at 12 km/h.
 */
@NullMarked
package io.github.freestep.jme;

import org.jspecify.annotations.NullMarked;
