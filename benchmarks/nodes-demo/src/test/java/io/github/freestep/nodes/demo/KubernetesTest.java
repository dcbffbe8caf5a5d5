package io.github.freestep.nodes.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What the settings for Kubernetes say is what nodes take, as far as that can be seen without a cluster. */
class KubernetesTest {
    private static final Path SETTINGS = Path.of("kubernetes.yaml");
    private static final int PORT = 20_121;

    @TempDir
    Path folder;

    private final Map<String, Object> kinds = new TreeMap<>();
    private Object pod;
    private Object container;

    @BeforeEach
    void read() throws IOException {
        new Yaml()
                .loadAll(Files.readString(SETTINGS))
                .forEach(each -> kinds.put(get(each, "kind").toString(), each));
        pod = get(kinds.get("StatefulSet"), "spec", "template", "spec");
        container = ((List<?>) get(pod, "containers")).get(0);
    }

    @Test
    void allPartsSelectTheSamePods() {
        assertEquals(Set.of("PodDisruptionBudget", "Service", "StatefulSet"), kinds.keySet());
        Object labels = get(kinds.get("StatefulSet"), "spec", "template", "metadata", "labels");
        assertEquals(labels, get(kinds.get("StatefulSet"), "spec", "selector", "matchLabels"));
        assertEquals(labels, get(kinds.get("PodDisruptionBudget"), "spec", "selector", "matchLabels"));
        assertEquals(labels, get(kinds.get("Service"), "spec", "selector"));
        assertEquals(
                get(kinds.get("Service"), "metadata", "name"), get(kinds.get("StatefulSet"), "spec", "serviceName"));
        assertEquals(1, get(kinds.get("PodDisruptionBudget"), "spec", "maxUnavailable"));
    }

    /** The builder refuses an address that is not an address, and a folder that is not set. */
    @Test
    void theBuilderTakesTheEnvironment() throws IOException {
        Map<String, String> environment = new HashMap<>(Map.of("HOST_IP", "10.0.0.7", "DATABASE", folder.toString()));
        for (Object each : (List<?>) get(container, "env")) {
            String name = get(each, "name").toString();
            Object value = ((Map<?, ?>) each).get("value");
            if (value != null) {
                environment.put(name, value.toString().replace("$(HOST_IP)", environment.get("HOST_IP")));
            } else if (name.equals("HOST_IP")) {
                assertEquals("status.hostIP", get(each, "valueFrom", "fieldRef", "fieldPath"));
            } else {
                assertEquals("DATABASE", name);
                get(each, "valueFrom", "secretKeyRef", "key");
            }
        }
        assertEquals("10.0.0.7:" + PORT, environment.get("ADDRESS"));
        KubernetesNode.node(environment);
        Object mount = ((List<?>) get(container, "volumeMounts")).get(0);
        assertEquals(environment.get("KEYS"), get(mount, "mountPath"));
        assertEquals(get(mount, "name"), get(((List<?>) get(pod, "volumes")).get(0), "name"));
    }

    @Test
    void clientsAndNodesReachThePortOfTheMachine() {
        assertEquals(true, get(pod, "hostNetwork"));
        Set<String> ports = new TreeSet<>();
        for (Object each : (List<?>) get(container, "ports")) {
            assertEquals(get(each, "containerPort"), get(each, "hostPort"));
            ports.add(get(each, "protocol") + " " + get(each, "hostPort"));
        }
        assertEquals(
                Set.of("UDP " + PORT, "TCP " + PORT, "TCP " + get(container, "readinessProbe", "httpGet", "port")),
                ports);
    }

    /** Otherwise the process is killed while its rooms are still being saved. */
    @Test
    void thePodIsNotKilledBeforeItsRoomsAreSaved() throws IOException {
        String settings = Files.readString(
                Path.of("../../physics-thread/nodes/src/main/resources/io/github/freestep/physics/nodes/nodes.conf"));
        Duration saving = ConfigFactory.parseString(settings)
                .getDuration("pekko.coordinated-shutdown.phases.cluster-sharding-shutdown-region.timeout");
        int grace = (int) get(pod, "terminationGracePeriodSeconds");
        assertTrue(grace >= saving.toSeconds() + 30, () -> grace + " s for " + saving);
    }

    @Test
    void javaGetsTheFlagsThatNodesNeed() {
        List<?> command = (List<?>) get(container, "command");
        for (String each : NodeProcess.java()) {
            assertTrue(!each.startsWith("--add-") || command.contains(each), each);
        }
        assertFalse(((Map<?, ?>) get(container, "resources", "limits")).containsKey("cpu"));
    }

    @Test
    void theProbesSayWhetherTheNodeIsReadyAndHasEnded() throws IOException {
        AtomicBoolean isReady = new AtomicBoolean();
        AtomicBoolean hasEnded = new AtomicBoolean();
        HttpServer server = KubernetesNode.probe(isReady::get, hasEnded::get, 0);
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            String ready = url + get(container, "readinessProbe", "httpGet", "path");
            String alive = url + get(container, "livenessProbe", "httpGet", "path");
            assertEquals(503, status(ready));
            assertEquals(200, status(alive));
            isReady.set(true);
            hasEnded.set(true);
            assertEquals(200, status(ready));
            assertEquals(503, status(alive));
        } finally {
            server.stop(0);
        }
    }

    private static int status(String url) throws IOException {
        return ((HttpURLConnection) URI.create(url).toURL().openConnection()).getResponseCode();
    }

    private static Object get(Object from, String... names) {
        Object at = from;
        for (String name : names) {
            at = ((Map<?, ?>) at).get(name);
            assertTrue(at != null, name);
        }
        return at;
    }
}
