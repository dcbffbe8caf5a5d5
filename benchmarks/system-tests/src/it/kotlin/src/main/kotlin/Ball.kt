package example

import io.github.freestep.physics.EventHandler
import io.github.freestep.physics.PhysicsContext
import io.github.freestep.physics.PhysicsEvent
import io.github.freestep.physics.PhysicsService
import io.github.freestep.physics.Simulation
import io.github.freestep.physics.Tick
import io.github.freestep.render.FrameSampler
import io.github.freestep.state.StateLayout
import io.github.freestep.state.StateWriter
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

private const val KICKED = 7

/** The example of the service in Kotlin, with an event and a command that returns a value. */
class Ball : Simulation {
    private var y = 10.0
    private var speed = 0.0
    private var kicked = false

    override fun layout(): StateLayout = StateLayout.of(1)

    override fun setUp(c: PhysicsContext) {
        c.bodies().spawn(0)
    }

    override fun step(tick: Tick) {
        if (kicked) {
            kicked = false
            tick.events().user(KICKED, 0, -1, 0.0, y, 0.0, 0)
        }
        speed -= 9.81 * tick.dtSeconds()
        y += speed * tick.dtSeconds()
    }

    override fun write(state: StateWriter) {
        state.position(0, 0.0, y, 0.0)
    }

    fun kick() {
        speed = 5.0
        kicked = true
    }

    fun height(): Double = y
}

fun main() {
    val heard = CountDownLatch(1)
    PhysicsService.builder(Ball()).name("ball").rate(100).start().use { physics ->
        physics.events().with(PhysicsEvent.Kind.USER).subscribe("kicks", EventHandler { event ->
            if (event.code() == KICKED) heard.countDown()
        })
        FrameSampler.open(physics.states()).use { frames ->
            var shown = 0
            while (shown < 30 && physics.failure() == null) {
                val frame = frames.sample()
                if (frame.hasState() && ++shown == 15) physics.submit { it.world(Ball::class.java).kick() }
                Thread.sleep(16)
            }
            physics.failure()?.let { throw IllegalStateException(it) }
            val height = physics.call { it.world(Ball::class.java).height() }.get(10, TimeUnit.SECONDS)
            check(heard.await(10, TimeUnit.SECONDS)) { "the kick was not heard" }
            println("heard the kick, y = $height, shown ${frames.sample().y()[0]}")
        }
    }
}
