#include <memory>

#include <malloc.h>

#include <assimp/Exporter.hpp>
#include <assimp/scene.h>

#include "CRivals.h"

struct airrivals_scene {
  aiScene scene;
};

namespace {

aiMesh *make_mesh(const airrivals_part &part, unsigned material, bool colors_vertices) {
  auto mesh = std::make_unique<aiMesh>();
  mesh->mName = part.name;
  mesh->mMaterialIndex = material;
  mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
  mesh->mNumVertices = unsigned(part.vertex_count);
  mesh->mVertices = new aiVector3D[mesh->mNumVertices];
  mesh->mNormals = new aiVector3D[mesh->mNumVertices];
  for (unsigned i = 0; i < mesh->mNumVertices; i++) {
    mesh->mVertices[i] = {part.positions[3 * i], part.positions[3 * i + 1], part.positions[3 * i + 2]};
    mesh->mNormals[i] = {part.normals[3 * i], part.normals[3 * i + 1], part.normals[3 * i + 2]};
  }
  if (colors_vertices) {
    mesh->mColors[0] = new aiColor4D[mesh->mNumVertices];
    for (unsigned i = 0; i < mesh->mNumVertices; i++)
      mesh->mColors[0][i] = {part.color[0], part.color[1], part.color[2], 1};
  }
  mesh->mNumFaces = unsigned(part.triangle_count);
  mesh->mFaces = new aiFace[mesh->mNumFaces];
  for (unsigned i = 0; i < mesh->mNumFaces; i++) {
    aiFace &face = mesh->mFaces[i];
    face.mNumIndices = 3;
    face.mIndices = new unsigned[3];
    for (int k = 0; k < 3; k++) face.mIndices[k] = part.indices[3 * i + k];
  }
  return mesh.release();
}

aiMaterial *make_material(const airrivals_part &part) {
  auto material = std::make_unique<aiMaterial>();
  aiString name(part.name);
  material->AddProperty(&name, AI_MATKEY_NAME);
  // glTF's base colour and the diffuse colour of older formats.
  const aiColor4D color(part.color[0], part.color[1], part.color[2], 1);
  material->AddProperty(&color, 1, "$clr.base", 0, 0);
  material->AddProperty(&color, 1, AI_MATKEY_COLOR_DIFFUSE);
  return material.release();
}

}  // namespace

airrivals_scene *airrivals_scene_create(const airrivals_part *parts, int32_t count, int32_t colors_vertices) {
  try {
    auto result = std::make_unique<airrivals_scene>();
    aiScene &scene = result->scene;
    scene.mRootNode = new aiNode("drawing");
    scene.mMeshes = new aiMesh *[count]();
    scene.mMaterials = new aiMaterial *[count]();
    auto children = std::make_unique<aiNode *[]>(count);
    for (int32_t i = 0; i < count; i++) {
      scene.mMeshes[i] = make_mesh(parts[i], unsigned(i), colors_vertices != 0);
      scene.mNumMeshes++;
      scene.mMaterials[i] = make_material(parts[i]);
      scene.mNumMaterials++;
      children[i] = new aiNode(parts[i].name);
      children[i]->mNumMeshes = 1;
      children[i]->mMeshes = new unsigned[1]{unsigned(i)};
    }
    scene.mRootNode->addChildren(unsigned(count), children.get());
    return result.release();
  } catch (...) {
    return nullptr;
  }
}

int32_t airrivals_scene_export(const airrivals_scene *scene, const char *format, const char *path) {
  try {
    Assimp::Exporter exporter;
    return exporter.Export(&scene->scene, format, path) == aiReturn_SUCCESS ? 0 : -1;
  } catch (...) {
    return -1;
  }
}

void airrivals_scene_destroy(airrivals_scene *scene) {
  try {
    delete scene;
  } catch (...) {
  }
}

void airrivals_give_memory_back(void) { malloc_trim(0); }
