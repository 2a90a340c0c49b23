extension PreviewPage {
  /// What the page does: reads the model that stands in it, and shows it by three.js.
  ///
  /// Words behind a # in the page's address set switches: dark, light, wireframe, nodimensions.
  static let script = #"""
    (function () {
      'use strict';
      const element = id => document.getElementById(id);
      const model = JSON.parse(element('model').textContent);
      const wishes = new Set(location.hash.slice(1).split(','));

      // The arrays stand one behind the other, each at a multiple of four bytes.
      const text = atob(element('geometry').textContent.trim());
      const bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
      const array = (Type, place) => new Type(bytes.buffer, place.offset, place.count);
      const positions = array(Float32Array, model.positions);
      const normals = array(Int16Array, model.normals);
      const indices = array(Uint32Array, model.indices);

      let renderer;
      try {
        renderer = new THREE.WebGLRenderer({ canvas: element('picture'), antialias: true });
      } catch (error) {
        element('trouble').textContent =
          'This page needs WebGL, which the browser does not offer: switch on hardware acceleration or try another.';
        return;
      }
      renderer.gammaOutput = true;
      renderer.shadowMap.enabled = true;
      renderer.shadowMap.type = THREE.PCFSoftShadowMap;

      // All is drawn in units of the model's longest side, whatever its size; labels alone are in millimetres.
      const longest = Math.max(...model.size);
      const [width, height, depth] = model.size.map(side => side / longest);
      const scene = new THREE.Scene();
      const solid = new THREE.Group();
      solid.scale.setScalar(1 / longest);
      scene.add(solid);
      const materials = [];
      // Shared by all parts, so that they are handed to the graphics card once.
      const position = new THREE.BufferAttribute(positions, 3);
      const normal = new THREE.BufferAttribute(normals, 3, true);
      model.parts.forEach((part, number) => {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute('position', position);
        geometry.setAttribute('normal', normal);
        geometry.setIndex(new THREE.BufferAttribute(
          indices.subarray(3 * part.firstTriangle, 3 * (part.firstTriangle + part.triangleCount)), 1));
        geometry.boundingSphere = new THREE.Sphere(
          new THREE.Vector3(0, model.size[1] / 2, 0), Math.hypot(...model.size) / 2);
        const material = new THREE.MeshStandardMaterial({
          color: new THREE.Color(part.color).convertSRGBToLinear(), roughness: .55, metalness: 0,
          side: model.isTwoSided ? THREE.DoubleSide : THREE.FrontSide });
        const mesh = new THREE.Mesh(geometry, material);
        mesh.castShadow = true;
        solid.add(mesh);
        materials.push(material);

        const item = document.createElement('li');
        const label = document.createElement('label');
        const box = document.createElement('input');
        const swatch = document.createElement('span');
        box.type = 'checkbox';
        box.checked = true;
        box.addEventListener('change', () => { mesh.visible = box.checked; draw(); });
        swatch.className = 'swatch';
        swatch.style.background = part.color;
        label.append(box, swatch, part.name || 'part ' + (number + 1));
        item.append(label);
        element('parts').append(item);
      });
      const millimetres = value => (value >= 1e6 || value < .001 ? value.toPrecision(4)
        : String(Number(value.toFixed(value < 1 ? 4 : 2)))) + ' mm';
      element('size').textContent = model.size.map(side => millimetres(side).slice(0, -3)).join(' × ') + ' mm, '
        + model.indices.count / 3 + ' triangles';

      const ground = new THREE.Mesh(
        new THREE.CircleBufferGeometry(40, 64), new THREE.ShadowMaterial({ opacity: .28 }));
      ground.rotation.x = -Math.PI / 2;
      ground.position.y = -.001;
      ground.receiveShadow = true;
      scene.add(ground);

      // The lamp stays over the viewer's left shoulder.
      const camera = new THREE.PerspectiveCamera(26, 1, .01, 100);
      const sky = new THREE.HemisphereLight(0xe9f2ff, 0xb9b3ab, .75);
      const lamp = new THREE.DirectionalLight(0xfff6ea, .8);
      const reach = Math.hypot(width, height, depth);
      lamp.castShadow = true;
      lamp.shadow.mapSize.set(2048, 2048);
      lamp.shadow.radius = 3;
      lamp.shadow.bias = -.0008;
      Object.assign(lamp.shadow.camera, {
        left: -reach, right: reach, top: reach, bottom: -reach, near: .1, far: 4 * reach + 4 });
      lamp.target.position.set(0, height / 2, 0);
      scene.add(sky, lamp, lamp.target);

      const controls = new THREE.OrbitControls(camera, renderer.domElement);
      controls.maxPolarAngle = Math.PI / 2;
      controls.minDistance = .05;
      controls.maxDistance = 30;
      controls.addEventListener('change', draw);

      // From the front right and above, so near that the model and its dimensions just fit.
      function reset() {
        const direction = new THREE.Vector3().setFromSphericalCoords(1, .94, .49);
        const corners = [];
        for (const x of [-1, 1]) for (const y of [0, 1]) for (const z of [-1, 1]) {
          corners.push(new THREE.Vector3(x * (width / 2 + .12), y * height, z * (depth / 2 + .12)));
        }
        controls.target.set(0, height / 2, 0);
        // Room at the sides for labels, which are as wide in a narrow window.
        const fill = .96 - 60 / innerWidth;
        let distance = 4 * reach;
        for (let round = 0; round < 6; round++) {
          camera.position.copy(direction).multiplyScalar(distance).add(controls.target);
          controls.update();
          camera.updateMatrixWorld();
          const places = corners.map(corner => corner.clone().project(camera));
          distance *= Math.max(...places.map(place => Math.max(Math.abs(place.x), Math.abs(place.y)))) / fill;
        }
        camera.position.copy(direction).multiplyScalar(distance).add(controls.target);
        controls.update();
        draw();
      }

      // Dimensions: three lines beside the model, on the sides that the viewer sees, each with its length.
      const lines = [0, 1, 2].map(() => {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(18), 3));
        const line = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial());
        line.frustumCulled = false;
        const label = document.createElement('span');
        element('labels').append(label);
        scene.add(line);
        return { line, label, middle: new THREE.Vector3() };
      });
      function measure() {
        const towards = camera.position.clone().sub(controls.target);
        const x = towards.x < 0 ? -1 : 1;
        const z = towards.z < 0 ? -1 : 1;
        const gap = .06;
        const tick = .02;
        const corner = new THREE.Vector3(x * width / 2, 0, z * depth / 2);
        const put = (number, from, to, outwards, length) => {
          const { line, label, middle } = lines[number];
          const end = outwards.clone().multiplyScalar(tick);
          const points = [from, to, from.clone().sub(end), from.clone().add(end), to.clone().sub(end), to.clone().add(end)];
          points.forEach((point, place) => point.toArray(line.geometry.attributes.position.array, 3 * place));
          line.geometry.attributes.position.needsUpdate = true;
          middle.addVectors(from, to).multiplyScalar(.5).addScaledVector(outwards, .04);
          label.textContent = millimetres(length);
        };
        const front = new THREE.Vector3(0, 0, z);
        const side = new THREE.Vector3(x, 0, 0);
        put(0, new THREE.Vector3(-width / 2, 0, corner.z + z * gap), new THREE.Vector3(width / 2, 0, corner.z + z * gap),
          front, model.size[0]);
        put(1, new THREE.Vector3(corner.x + x * gap, 0, -corner.z), new THREE.Vector3(corner.x + x * gap, height, -corner.z),
          side, model.size[1]);
        put(2, new THREE.Vector3(corner.x + x * gap, 0, -depth / 2), new THREE.Vector3(corner.x + x * gap, 0, depth / 2),
          side, model.size[2]);
      }
      function label() {
        const isShown = isOn('dimensions');
        for (const { line, label, middle } of lines) {
          line.visible = isShown;
          const place = middle.clone().project(camera);
          label.style.display = isShown && place.z < 1 ? '' : 'none';
          label.style.transform = `translate(${(place.x + 1) / 2 * innerWidth}px, ${(1 - place.y) / 2 * innerHeight}px) `
            + 'translate(-50%, -50%)';
        }
      }

      const isOn = name => element('switch-' + name).getAttribute('aria-pressed') === 'true';
      function turn(name, on) {
        element('switch-' + name).setAttribute('aria-pressed', String(on));
        const isDark = isOn('dark');
        document.documentElement.classList.toggle('dark', isDark);
        renderer.setClearColor(isDark ? 0x14181e : 0xeef0f3);
        ground.material.opacity = isDark ? .6 : .28;
        for (const { line } of lines) line.material.color.set(isDark ? 0xe7ebf0 : 0x1c2430).convertSRGBToLinear();
        for (const material of materials) material.wireframe = isOn('wireframe');
        ground.visible = !isOn('wireframe');
        draw();
      }
      for (const name of ['dimensions', 'wireframe', 'dark']) {
        element('switch-' + name).addEventListener('click', () => turn(name, !isOn(name)));
      }
      element('switch-reset').addEventListener('click', reset);

      let isPending = false;
      function draw() {
        if (isPending) return;
        isPending = true;
        requestAnimationFrame(() => {
          isPending = false;
          const towards = camera.position.clone().sub(controls.target).normalize();
          const right = new THREE.Vector3().setFromMatrixColumn(camera.matrix, 0);
          const up = new THREE.Vector3().setFromMatrixColumn(camera.matrix, 1);
          const direction = up.multiplyScalar(.75).addScaledVector(towards, .45).addScaledVector(right, -.62);
          direction.y = Math.max(direction.y, .5);
          lamp.position.copy(lamp.target.position).addScaledVector(direction.normalize(), 2 * reach + 1);
          measure();
          renderer.render(scene, camera);
          label();
        });
      }
      function resize() {
        renderer.setPixelRatio(devicePixelRatio);
        renderer.setSize(innerWidth, innerHeight, false);
        camera.aspect = innerWidth / innerHeight;
        camera.updateProjectionMatrix();
        draw();
      }
      addEventListener('resize', resize);
      const darkness = matchMedia('(prefers-color-scheme: dark)');
      darkness.addEventListener('change', event => turn('dark', event.matches));
      resize();
      reset();
      turn('wireframe', wishes.has('wireframe'));
      turn('dimensions', !wishes.has('nodimensions'));
      turn('dark', wishes.has('dark') || darkness.matches && !wishes.has('light'));
    })();
    """#
}
